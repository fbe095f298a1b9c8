package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.assay.verify.trial.Outcome;

/**
 * Reads one output. A number, or one of the words NaN, Infinity and -Infinity, is a vector of
 * length 1; another word is a category, as are true, false and null. An array is a vector: of its
 * numbers, 1 for true, 0 for false, NaN for null; an array within it is its length followed by its
 * items, and a word within it is a number that stands for the word. An object is the number of its
 * keys, then every key in ascending order, as a word, with its value, at last a number that stands
 * for the order in which the keys were written. All of this is computed from one output alone, so
 * what holds for the audit of its values holds for the audit of the output.
 */
final class OutputReader {
  /** Words become whole numbers from -2^21 to -2^20 - 1, where ordinary outputs are rare. */
  private static final int WORDS = 1 << 20;

  private OutputReader() {}

  /** Reads the output whose first token the parser has just passed. */
  static Outcome read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Outcome.of(number(parser.getText()));
      case VALUE_STRING -> word(parser.getText());
      case START_ARRAY -> {
        DoubleStream.Builder items = DoubleStream.builder();
        items(parser, items);
        yield Outcome.of(items.build().toArray());
      }
      case START_OBJECT -> object(parser);
      default -> Outcome.of(parser.getText());
    };
  }

  private static Outcome word(String text) {
    return isNumber(text) ? Outcome.of(number(text)) : Outcome.of(quoted(text));
  }

  /** A word that looks like another kind of output keeps its quotation marks. */
  private static String quoted(String text) {
    boolean ambiguous =
        text.equals("true") || text.equals("false") || text.equals("null") || text.startsWith("\"");
    return ambiguous ? '"' + text + '"' : text;
  }

  /** What a run that failed returned has a text that says so. */
  private static Outcome object(JsonParser parser) throws IOException {
    ObjectEntries object = new ObjectEntries();
    object.read(parser);
    return object.error.isPresent()
        ? new Outcome.Failure("error: " + object.error.get())
        : Outcome.of(object.numbers());
  }

  /** The entries of an object. */
  private static final class ObjectEntries {
    private final Map<String, DoubleStream.Builder> values = new TreeMap<>();
    private final StringBuilder asWritten = new StringBuilder();
    private int count;

    /** The text of the key 'error', if it has one that is a text. */
    private Optional<String> error = Optional.empty();

    void read(JsonParser parser) throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        JsonToken token = parser.nextToken();
        if (key.equals("error") && token == JsonToken.VALUE_STRING) {
          error = Optional.of(parser.getText());
        }
        value(parser, values.computeIfAbsent(key, any -> DoubleStream.builder()));
        asWritten.append(key).append('\n');
        count++;
      }
    }

    double[] numbers() {
      DoubleStream.Builder all = DoubleStream.builder().add(count);
      StringBuilder sorted = new StringBuilder();
      values.forEach(
          (key, numbers) -> {
            all.add(code(key));
            numbers.build().forEach(all);
            sorted.append(key).append('\n');
          });
      String order = asWritten.toString();
      return all.add(order.contentEquals(sorted) ? 0 : code(order)).build().toArray();
    }
  }

  /** Appends the items of the array that has just begun, and counts them. */
  private static int items(JsonParser parser, DoubleStream.Builder out) throws IOException {
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      value(parser, out);
      count++;
    }
    return count;
  }

  private static void value(JsonParser parser, DoubleStream.Builder out) throws IOException {
    switch (parser.currentToken()) {
      case START_ARRAY -> {
        DoubleStream.Builder inner = DoubleStream.builder();
        out.add(items(parser, inner));
        inner.build().forEach(out);
      }
      case START_OBJECT -> {
        ObjectEntries object = new ObjectEntries();
        object.read(parser);
        for (double number : object.numbers()) {
          out.add(number);
        }
      }
      case VALUE_TRUE -> out.add(1);
      case VALUE_FALSE -> out.add(0);
      case VALUE_NULL -> out.add(Double.NaN);
      case VALUE_STRING -> out.add(inside(parser.getText()));
      default -> out.add(number(parser.getText()));
    }
  }

  private static double inside(String text) {
    return isNumber(text) ? number(text) : code(text);
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
