package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.assay.verify.trial.Outcome;
import org.assay.verify.writing.WrittenForm;
import org.assay.verify.writing.WrittenText;

/**
 * Reads one output. A number, or one of the words NaN, Infinity and -Infinity, is a vector of
 * length 1; another word is a category, as are true, false and null. An array is a vector: of its
 * numbers, 1 for true, 0 for false, NaN for null; an array within it is its length followed by its
 * items, and a text within it is a number that stands for its words, followed by the numbers
 * between them. An object is the number of its keys, then every key in ascending order, as a word,
 * with its value, at last a number that stands for the order in which the keys were written. With a
 * vector comes how it was written. All of this is computed from one output alone, so what holds for
 * the audit of its values holds for the audit of the output.
 */
final class OutputReader {
  /** Words become whole numbers from -2^21 to -2^20 - 1, where ordinary outputs are rare. */
  private static final int WORDS = 1 << 20;

  private final JsonParser parser;
  private final WrittenForm.Builder form = new WrittenForm.Builder();

  private OutputReader(JsonParser parser) {
    this.parser = parser;
  }

  /** Reads the output whose first token the parser has just passed. */
  static Outcome read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> single(parser.getText(), parser.getText());
      case VALUE_STRING -> word(parser.getText());
      case START_ARRAY, START_OBJECT -> new OutputReader(parser).structure();
      default -> Outcome.of(parser.getText());
    };
  }

  private static Outcome word(String text) {
    return isNumber(text) ? single(text, '"' + text + '"') : Outcome.of(quoted(text));
  }

  private static Outcome single(String number, String asWritten) {
    return Outcome.written(WrittenForm.of(asWritten), number(number));
  }

  /** A word that looks like another kind of output keeps its quotation marks. */
  private static String quoted(String text) {
    boolean ambiguous =
        text.equals("true") || text.equals("false") || text.equals("null") || text.startsWith("\"");
    return ambiguous ? '"' + text + '"' : text;
  }

  /** What a run that failed returned has a text that says so. */
  private Outcome structure() throws IOException {
    long start = parser.currentTokenLocation().getCharOffset();
    DoubleStream.Builder numbers = DoubleStream.builder();
    Optional<String> error = Optional.empty();
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      ObjectEntries object = new ObjectEntries();
      object.read();
      object.write(numbers);
      error = object.error;
    } else {
      items(numbers);
    }
    if (error.isPresent()) {
      return new Outcome.Failure("error: " + error.get());
    }
    int characters = (int) (parser.currentLocation().getCharOffset() - start);
    return Outcome.written(form.build(characters), numbers.build().toArray());
  }

  /** The entries of an object. */
  private final class ObjectEntries {
    private final Map<String, DoubleStream.Builder> values = new TreeMap<>();
    private final StringBuilder asWritten = new StringBuilder();
    private int count;

    /** The text of the key 'error', if it has one that is a text. */
    private Optional<String> error = Optional.empty();

    void read() throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        JsonToken token = parser.nextToken();
        if (key.equals("error") && token == JsonToken.VALUE_STRING) {
          error = Optional.of(parser.getText());
        }
        value(values.computeIfAbsent(key, any -> DoubleStream.builder()));
        asWritten.append(key).append('\n');
        count++;
      }
    }

    void write(DoubleStream.Builder out) {
      out.add(count);
      StringBuilder sorted = new StringBuilder();
      values.forEach(
          (key, numbers) -> {
            out.add(code(key));
            numbers.build().forEach(out);
            sorted.append(key).append('\n');
          });
      String order = asWritten.toString();
      out.add(order.contentEquals(sorted) ? 0 : code(order));
    }
  }

  /** Appends the items of the array that has just begun, and counts them. */
  private int items(DoubleStream.Builder out) throws IOException {
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      value(out);
      count++;
    }
    return count;
  }

  private void value(DoubleStream.Builder out) throws IOException {
    switch (parser.currentToken()) {
      case START_ARRAY -> {
        DoubleStream.Builder inner = DoubleStream.builder();
        out.add(items(inner));
        inner.build().forEach(out);
      }
      case START_OBJECT -> {
        ObjectEntries object = new ObjectEntries();
        object.read();
        object.write(out);
      }
      case VALUE_TRUE -> out.add(1);
      case VALUE_FALSE -> out.add(0);
      case VALUE_NULL -> out.add(Double.NaN);
      case VALUE_STRING -> text(parser.getText(), out);
      default -> {
        out.add(number(parser.getText()));
        form.add(parser.getText());
      }
    }
  }

  private void text(String text, DoubleStream.Builder out) {
    if (isNumber(text)) {
      out.add(number(text));
      return;
    }
    WrittenText written = WrittenText.of(text);
    out.add(code(written.frame()));
    Arrays.stream(written.values()).forEach(out);
    written.addTo(form);
  }

  private static double code(String text) {
    return -WORDS - 1 - Math.floorMod(text.hashCode(), WORDS);
  }

  private static boolean isNumber(String text) {
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  /** From the text, because -0 is a number of its own. */
  private static double number(String text) {
    return switch (text) {
      case "INF", "+INF" -> Double.POSITIVE_INFINITY;
      case "-INF" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }
}
