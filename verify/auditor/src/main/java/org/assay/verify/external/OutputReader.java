package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.WrittenForm;
import org.assay.verify.internal.writing.WrittenText;
import org.assay.verify.trial.Outcome;

/**
 * Reads outputs. A number, or one of the words NaN, Infinity and -Infinity, is a vector of length
 * 1. Another word is a category, and so are true, false and null. An array is a vector of its
 * numbers, with 1 for true, 0 for false and NaN for null. In objects, nested arrays and texts,
 * every number and text has a place; the numbers within a text are numbers of the output. A vector
 * comes with its written form. All values are computed from one output alone. A statement about the
 * values is therefore a statement about the output.
 */
final class OutputReader {
  /**
   * Key of a failure: an object with this key alone, and a text as its value, is a run that failed.
   */
  private static final String FAILURE = "error";

  private final JsonParser parser;

  /** Places of keys, kept because most outputs of a program have the same keys. */
  private final Map<Key, Place> keys = new HashMap<>();

  private WrittenForm.Builder form = new WrittenForm.Builder();
  private Numbers numbers = new Numbers();

  OutputReader(JsonParser parser) {
    this.parser = parser;
  }

  /** A key of the object at a place. */
  private record Key(Place object, String name) {}

  /** Reads the output whose first token the parser has just passed. */
  Outcome read() throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> single(parser.getText(), parser.getText());
      case VALUE_STRING -> word(parser.getText());
      case START_ARRAY, START_OBJECT -> structure();
      default -> Outcome.of(parser.getText());
    };
  }

  private static Outcome word(String text) {
    return isNumber(text) ? single(text, '"' + text + '"') : Outcome.of(quoted(text));
  }

  private static Outcome single(String number, String asWritten) {
    Numbers single = new Numbers().add(Place.OUTPUT, readable(number));
    return Outcome.of(single, Optional.of(WrittenForm.of(asWritten)));
  }

  /** A word that looks like another kind of output keeps its quotation marks. */
  private static String quoted(String text) {
    boolean ambiguous =
        text.equals("true") || text.equals("false") || text.equals("null") || text.startsWith("\"");
    return ambiguous ? '"' + text + '"' : text;
  }

  private Outcome structure() throws IOException {
    long start = parser.currentTokenLocation().getCharOffset();
    form = new WrittenForm.Builder();
    numbers = new Numbers();
    Optional<String> failure = Optional.empty();
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      failure = object(Place.OUTPUT);
      numbers.structured();
    } else {
      array(Place.OUTPUT);
    }
    if (failure.isPresent()) {
      return new Outcome.Failure("error: " + failure.get());
    }
    int characters = (int) (parser.currentLocation().getCharOffset() - start);
    return Outcome.of(numbers, Optional.of(form.build(characters)));
  }

  /**
   * Reads the object that has just begun.
   *
   * @return the text of a failure, if the object holds the failure and nothing else
   */
  private Optional<String> object(Place place) throws IOException {
    Map<String, Integer> times = new HashMap<>();
    StringBuilder order = new StringBuilder();
    boolean ascends = true;
    String before = "";
    int count = 0;
    Optional<String> failure = Optional.empty();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_STRING && key.equals(FAILURE)) {
        failure = Optional.of(parser.getText());
      }
      int time = times.merge(key, 1, Integer::sum);
      Place first = keys.computeIfAbsent(new Key(place, key), k -> place.key(key));
      value(time == 1 ? first : first.again(time));
      order.append(first).append(' ');
      ascends &= count++ == 0 || before.compareTo(key) <= 0;
      before = key;
    }
    if (!ascends) {
      numbers.say(place.order(), order.toString().strip());
    }
    if (count == 0 && !place.equals(Place.OUTPUT)) {
      numbers.say(place, "{}");
    }
    return count == 1 ? failure : Optional.empty();
  }

  /** Reads the array that has just begun. */
  private void array(Place place) throws IOException {
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      value(place.item(count++));
    }
    if (count == 0 && !place.equals(Place.OUTPUT)) {
      numbers.say(place, "[]");
    }
  }

  private void value(Place place) throws IOException {
    switch (parser.currentToken()) {
      case START_ARRAY -> {
        numbers.structured();
        array(place);
      }
      case START_OBJECT -> {
        numbers.structured();
        object(place);
      }
      case VALUE_TRUE -> numbers.add(place, 1);
      case VALUE_FALSE -> numbers.add(place, 0);
      case VALUE_NULL -> numbers.add(place, Double.NaN);
      case VALUE_STRING -> text(place, parser.getText());
      default -> {
        numbers.add(place, readable(parser.getText()));
        form.add(parser.getText());
      }
    }
  }

  private void text(Place place, String text) {
    if (isNumber(text)) {
      numbers.add(place, text);
      return;
    }
    WrittenText written = WrittenText.of(text);
    numbers.add(place, written);
    written.addTo(form);
  }

  private static boolean isNumber(String text) {
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  /** The number in Java's notation. */
  private static String readable(String number) {
    return switch (number) {
      case "INF", "+INF" -> "Infinity";
      case "-INF" -> "-Infinity";
      default -> number;
    };
  }
}
