package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import org.assay.verify.trial.Outcome;

/**
 * Reads one output. A number, or one of the words NaN, Infinity and -Infinity, is a vector of
 * length 1; another word is a category, as are true, false and null. An array is a vector: of its
 * numbers, 1 for true, 0 for false, NaN for null; an array within it is its length followed by its
 * items, and a word within it is a number that stands for the word. All of this is computed from
 * one output alone, so what holds for the audit of its values holds for the audit of the output.
 */
final class OutputReader {
  /** Words become whole numbers from -2^21 to -2^20 - 1, where ordinary outputs are rare. */
  private static final int WORDS = 1 << 20;

  private double[] values = new double[8];
  private int length;
  private boolean holdsObject;

  private OutputReader() {}

  /** Reads the output whose first token the parser has just passed. */
  static Outcome read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Outcome.of(number(parser.getText()));
      case VALUE_STRING -> word(parser.getText());
      case START_ARRAY -> {
        OutputReader reader = new OutputReader();
        reader.items(parser);
        yield reader.holdsObject
            ? new Outcome.Failure("garbage: an object within an output")
            : Outcome.of(Arrays.copyOf(reader.values, reader.length));
      }
      case START_OBJECT -> failure(parser);
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

  private static Outcome failure(JsonParser parser) throws IOException {
    String kind = "garbage: an object without 'error'";
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean error = parser.currentName().equals("error");
      parser.nextToken();
      if (error && parser.currentToken().isScalarValue()) {
        kind = "error: " + parser.getText();
      }
      parser.skipChildren();
    }
    return new Outcome.Failure(kind);
  }

  /** Appends the items of the array that has just begun, and counts them. */
  private int items(JsonParser parser) throws IOException {
    int count = 0;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      count++;
      switch (token) {
        case START_ARRAY -> {
          int before = length;
          append(0);
          int inner = items(parser);
          values[before] = inner;
        }
        case START_OBJECT -> {
          parser.skipChildren();
          holdsObject = true;
        }
        case VALUE_TRUE -> append(1);
        case VALUE_FALSE -> append(0);
        case VALUE_NULL -> append(Double.NaN);
        case VALUE_STRING -> append(inArray(parser.getText()));
        default -> append(number(parser.getText()));
      }
    }
    return count;
  }

  private void append(double value) {
    if (length == values.length) {
      values = Arrays.copyOf(values, 2 * length);
    }
    values[length++] = value;
  }

  private static double inArray(String text) {
    return isNumber(text) ? number(text) : -WORDS - 1 - Math.floorMod(text.hashCode(), WORDS);
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
