package org.assay.notebooks.internal.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * A notebook in a canonical form: what changes from run to run although nothing has changed (times,
 * versions, what a front end remembers about a cell) is left out, and keys are sorted as Jupyter
 * sorts them, so that two versions differ where their content does.
 */
final class Notebook {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private final ObjectNode content;

  private Notebook(ObjectNode content) {
    this.content = content;
  }

  /**
   * Reads a notebook.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is no notebook of version 4
   */
  static Notebook read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  static Notebook parse(String text) {
    try {
      if (MAPPER.readTree(text) instanceof ObjectNode content
          && content.path("nbformat").asInt() == 4
          && content.path("cells").isArray()) {
        return new Notebook(canonical(content));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException("not a notebook of format 4");
  }

  /** The cells that hold code, in order. */
  List<CodeCell> codeCells() {
    return StreamSupport.stream(content.path("cells").spliterator(), false)
        .filter(cell -> cell.path("cell_type").asText().equals("code"))
        .map(CodeCell::of)
        .toList();
  }

  /** The notebook as Jupyter would write it. */
  String text() {
    try {
      return MAPPER.writer(printer()).writeValueAsString(MAPPER.treeToValue(content, Map.class))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static ObjectNode canonical(ObjectNode notebook) {
    ObjectNode metadata = notebook.putObject("metadata");
    metadata
        .putObject("kernelspec")
        .put("display_name", "Java (Assay)")
        .put("language", "java")
        .put("name", "assay-java");
    metadata.putObject("language_info").put("name", "java").put("file_extension", ".java");
    int number = 0;
    for (JsonNode cell : notebook.path("cells")) {
      number++;
      ((ObjectNode) cell).putObject("metadata");
      ((ObjectNode) cell).put("id", "cell-%02d".formatted(number));
      for (JsonNode output : cell.path("outputs")) {
        if (output.has("metadata")) {
          ((ObjectNode) output).putObject("metadata");
        }
      }
      joinStreams((ObjectNode) cell);
    }
    return notebook;
  }

  /** What a cell prints arrives in pieces, which depend on the time it takes. */
  private static void joinStreams(ObjectNode cell) {
    if (!(cell.get("outputs") instanceof ArrayNode outputs)) {
      return;
    }
    for (int i = outputs.size() - 1; i > 0; i--) {
      JsonNode before = outputs.get(i - 1);
      JsonNode output = outputs.get(i);
      if (before.has("name") && before.path("name").equals(output.path("name"))) {
        ((ObjectNode) before).set("text", lines(joined(before) + joined(output)));
        outputs.remove(i);
      }
    }
  }

  private static String joined(JsonNode stream) {
    return CodeCell.text(stream.path("text"));
  }

  private static ArrayNode lines(String text) {
    ArrayNode lines = MAPPER.createArrayNode();
    for (String line : text.split("(?<=\n)", -1)) {
      if (!line.isEmpty()) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static DefaultPrettyPrinter printer() {
    DefaultIndenter indenter = new DefaultIndenter(" ", "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withArrayEmptySeparator("")
                .withObjectEmptySeparator(""))
        .withObjectIndenter(indenter)
        .withArrayIndenter(indenter);
  }
}
