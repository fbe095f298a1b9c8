package org.assay.cli.internal.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.cli.internal.input.Scalar.Kind;
import org.assay.cli.internal.input.Value.Place;

/** Reads a YAML or JSON file in UTF-8 into located values; keys may not repeat. */
public final class DocumentReader {
  private static final JsonFactory JSON = new JsonFactory();
  private static final JsonFactory YAML =
      YAMLFactory.builder().enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS).build();

  /**
   * Largest size of JSON, in bytes. JSON is read whole, and takes several times its size in memory.
   * Not tuned.
   */
  static final int LARGEST_JSON = 1 << 26;

  /**
   * Largest size of YAML, in bytes. Keys and plain texts of YAML take time quadratic in their
   * length. Not tuned.
   */
  static final int LARGEST_YAML = 3 << 20;

  /** Largest number of values, each of which takes some two hundred bytes of memory. Not tuned. */
  static final int MOST_VALUES = 1 << 20;

  /**
   * Largest depth of nesting, since descriptions are processed by recursion on a stack of one
   * mebibyte. Not tuned.
   */
  static final int MOST_NESTED = 400;

  /** Largest number of values in YAML, each of which takes several microseconds. Not tuned. */
  static final int MOST_IN_YAML = 1 << 18;

  private static final String ADVICE = "put data into data files";

  private static final Pattern YAML_LINE = Pattern.compile("(?m)^ in .*, line (\\d+), column");

  private static final Pattern LIMIT =
      Pattern.compile(
          "^(\\w+)(?: value)? length \\((\\d+)\\) exceeds the maximum allowed \\((\\d+)");

  private static final Pattern CODE = Pattern.compile(" \\(code \\d+\\)");

  private final String source;
  private final JsonParser parser;
  private final DocumentPath root;
  private final int linesBefore;
  private int values;

  private DocumentReader(String source, JsonParser parser) {
    this(source, parser, DocumentPath.ROOT, 0);
  }

  private DocumentReader(String source, JsonParser parser, DocumentPath root, int linesBefore) {
    this.source = source;
    this.parser = parser;
    this.root = root;
    this.linesBefore = linesBefore;
  }

  /**
   * Reads a file: JSON if its name ends so, YAML otherwise.
   *
   * @param file the file
   * @return the document
   * @throws InputException if the file cannot be read or is not one well-formed document
   */
  public static Value read(Path file) {
    boolean json = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
    String text = text(file, json);
    try (JsonParser parser = (json ? JSON : YAML).createParser(text)) {
      return new DocumentReader(file.toString(), parser).document();
    } catch (JsonProcessingException e) {
      throw malformed(file.toString(), json ? "JSON" : "YAML", e);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads YAML that stands in no file.
   *
   * @param source what messages call it
   * @param yaml the text
   * @return the document
   * @throws InputException if the text is not one well-formed document
   */
  public static Value readYaml(String source, String yaml) {
    return read(source, YAML, "YAML", yaml);
  }

  /**
   * Reads JSON that stands in something else.
   *
   * @param source what it stands in, for messages
   * @param json the text
   * @return the document
   * @throws InputException if the text is not one well-formed document
   */
  public static Value readJson(String source, String json) {
    return read(source, JSON, "JSON", json);
  }

  /**
   * Reads a line of a file that is a document of its own.
   *
   * @param source the file, for messages
   * @param line the number of the line, from 1
   * @param json the text
   * @return the document
   * @throws InputException if the line is not one well-formed document
   */
  public static Value readJsonLine(String source, int line, String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      return new DocumentReader(source, parser, DocumentPath.LINE, line - 1).document();
    } catch (JsonProcessingException e) {
      throw new InputException(
          source + ", line " + line + ": is not well-formed JSON: " + problem(e), e);
    } catch (IOException e) {
      throw new IllegalStateException("a string could not be read", e);
    }
  }

  private static Value read(String source, JsonFactory factory, String format, String text) {
    try (JsonParser parser = factory.createParser(text)) {
      return new DocumentReader(source, parser).document();
    } catch (JsonProcessingException e) {
      throw malformed(source, format, e);
    } catch (IOException e) {
      throw new IllegalStateException("a string could not be read", e);
    }
  }

  private static String text(Path file, boolean json) {
    byte[] bytes =
        json
            ? WholeFile.bytes(file, LARGEST_JSON, ADVICE)
            : WholeFile.bytes(file, LARGEST_YAML, ADVICE + ", or write it as JSON");
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InputException(file + ": is not text in UTF-8", e);
    }
  }

  private static InputException malformed(String source, String format, JsonProcessingException e) {
    String message = source + line(e) + ": is not well-formed " + format + ": " + problem(e);
    return new InputException(message, e);
  }

  /**
   * The fault of JSON or YAML, in words that do not depend on the library.
   *
   * @param e the refusal
   * @return one line
   */
  public static String problem(JsonProcessingException e) {
    // Indented lines quote the text and point into it.
    String problem =
        e.getOriginalMessage()
            .lines()
            .filter(part -> !part.startsWith(" "))
            .collect(Collectors.joining(", "));
    Matcher limit = LIMIT.matcher(problem);
    return limit.find()
        ? "a "
            + limit.group(1).toLowerCase(Locale.ROOT)
            + " has "
            + limit.group(2)
            + " characters, and at most "
            + limit.group(3)
            + " are read"
        : CODE.matcher(problem).replaceAll("");
  }

  /** YAML's own message names two lines: where a construct begins and where it breaks off. */
  private static String line(JsonProcessingException e) {
    return YAML_LINE
        .matcher(e.getOriginalMessage())
        .results()
        .reduce((first, second) -> second)
        .map(result -> ", line " + result.group(1))
        .orElseGet(() -> e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr());
  }

  private Value document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new InputException(source + ": is empty");
    }
    Value document = value(first, root);
    if (parser.nextToken() != null) {
      throw new InputException(source + ", line " + line() + ": holds more than one document");
    }
    return document;
  }

  private int line() {
    return linesBefore + parser.currentTokenLocation().getLineNr();
  }

  private Value value(JsonToken token, DocumentPath trail) throws IOException {
    Place place = new Place(source, line(), trail);
    requireRoom();
    requireShallow(place);
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      throw new Value(place, other()).invalid("was an alias: repeat the value instead");
    }
    return new Value(
        place,
        switch (token) {
          case START_OBJECT -> new Content.Mapping(entries(trail));
          case START_ARRAY -> new Content.Sequence(items(trail));
          case VALUE_STRING ->
              new Scalar(parser.getText(), Kind.TEXT, parser instanceof YAMLParser);
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
              new Scalar(parser.getText(), Kind.NUMBER, true);
          default -> other();
        });
  }

  private void requireRoom() {
    values++;
    int most = parser instanceof YAMLParser ? MOST_IN_YAML : MOST_VALUES;
    if (!(values <= most)) {
      throw new InputException(
          source
              + (", line " + line())
              + (": holds more than " + most + " values, the most that a description may")
              + (" have: " + ADVICE + (most < MOST_VALUES ? ", or write it as JSON" : "")));
    }
  }

  private void requireShallow(Place place) {
    if (!(place.trail().depth() <= MOST_NESTED)) {
      throw new InputException(
          source
              + (", line " + place.line())
              + (": is nested more than " + MOST_NESTED + " levels deep: flatten it"));
    }
  }

  private Scalar other() throws IOException {
    return new Scalar(parser.getText(), Kind.OTHER, false);
  }

  private Map<String, Value> entries(DocumentPath trail) throws IOException {
    Map<String, Value> entries = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      DocumentPath inside = trail.key(key);
      int line = line();
      Value value = value(parser.nextToken(), inside);
      if (entries.putIfAbsent(key, value) != null) {
        throw new InputException(
            source + ", line " + line + ": " + inside.path() + " is given twice");
      }
    }
    return entries;
  }

  private List<Value> items(DocumentPath trail) throws IOException {
    List<Value> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(token, trail.item(items.size())));
    }
    return items;
  }
}
