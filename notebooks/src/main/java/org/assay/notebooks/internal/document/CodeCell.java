package org.assay.notebooks.internal.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A cell of code with what it showed, as far as it has to repeat.
 *
 * @param source the code
 * @param outputs what it showed, one text for each; of an image only that there is one
 */
record CodeCell(String source, List<String> outputs) {
  private static final Pattern TIME =
      Pattern.compile("\\b\\d+(?:\\.\\d+)?\\s?(?:ms|s|seconds|milliseconds|minutes)\\b");

  CodeCell {
    outputs = List.copyOf(outputs);
  }

  static CodeCell of(JsonNode cell) {
    List<String> outputs = new ArrayList<>();
    for (JsonNode output : cell.path("outputs")) {
      outputs.add(output(output));
    }
    return new CodeCell(text(cell.path("source")), outputs);
  }

  /** A text that a notebook may store as a list of lines. */
  static String text(JsonNode node) {
    if (!node.isArray()) {
      return node.asText();
    }
    StringBuilder text = new StringBuilder();
    node.forEach(line -> text.append(line.asText()));
    return text.toString();
  }

  private static String output(JsonNode output) {
    String type = output.path("output_type").asText();
    if (output.has("text")) {
      return type + " " + output.path("name").asText() + ": " + timeless(output.path("text"));
    }
    TreeMap<String, String> shown = new TreeMap<>();
    output
        .path("data")
        .properties()
        .forEach(
            entry ->
                shown.put(
                    entry.getKey(),
                    entry.getKey().startsWith("image/") ? "" : timeless(entry.getValue())));
    return type + ": " + shown + text(output.path("ename")) + text(output.path("evalue"));
  }

  private static String timeless(JsonNode text) {
    return TIME.matcher(text(text)).replaceAll("TIME");
  }
}
