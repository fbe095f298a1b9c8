package org.assay.cli.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.assay.accountant.privacy.UnsupportedEventException;

/** A value in a document of a user, with the place where it stands. */
public final class Value {
  /** What YAML 1.2 and people write as a number and YAML 1.1 reads as text. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  private static final Pattern NOT_FINITE =
      Pattern.compile("([-+]?)(?:\\.?(nan)|\\.?(inf|infinity))", Pattern.CASE_INSENSITIVE);

  private static final Pattern NOT_FINITE_IN_JSON = Pattern.compile("NaN|-?Infinity");

  /** What every YAML parser takes for a number: text that looks like it was quoted. */
  private static final Pattern PLAIN = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  /** Not -0, which is a double. */
  private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]*");

  private final Place place;
  private final Content content;

  Value(Place place, Content content) {
    this.place = place;
    this.content = content;
  }

  /**
   * Where a value stands.
   *
   * @param source the file
   * @param line the line, from 1
   * @param trail the keys that lead to it
   */
  record Place(String source, int line, Trail trail) {
    String path() {
      return trail.path();
    }
  }

  /** What a value is. */
  sealed interface Content {}

  record Mapping(Map<String, Value> entries) implements Content {}

  record Sequence(List<Value> items) implements Content {}

  /** A scalar; bare if it may be read as a number although the parser took it for text. */
  record Scalar(String text, Kind kind, boolean bare) implements Content {}

  enum Kind {
    TEXT,
    NUMBER,
    OTHER
  }

  /**
   * Where the value begins.
   *
   * @return the line of its file, counted from 1
   */
  public int line() {
    return place.line();
  }

  /**
   * A refusal of this value.
   *
   * @param rule what is wrong, following the value's name
   * @return the exception to throw
   */
  public InputException invalid(String rule) {
    return new InputException(located(rule));
  }

  private String located(String rule) {
    return file() + place.path() + " " + rule;
  }

  private String file() {
    return place.source() + ", line " + place.line() + ": ";
  }

  /**
   * Builds something from this value; where that is refused, names this value.
   *
   * @param builder what builds it
   * @param <T> what is built
   * @return the result
   * @throws InputException if the builder refuses its arguments
   */
  public <T> T checked(Supplier<T> builder) {
    try {
      return builder.get();
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw new InputException(located("is refused: " + e.getMessage()), e);
    }
  }

  /**
   * This value as an object.
   *
   * @param shape the keys it may have
   * @return its entries
   * @throws InputException if it is no object or its keys do not fit
   */
  public Fields fields(Shape shape) {
    return new Fields(this, shape, entries());
  }

  /**
   * This value as an object with keys of the user's choice.
   *
   * @return its entries, in the order of the document
   * @throws InputException if it is no object
   */
  public Map<String, Value> entries() {
    if (content instanceof Mapping mapping) {
      return mapping.entries();
    }
    throw wrongType("an object with keys");
  }

  /**
   * Whether this is an object.
   *
   * @return whether it has keys
   */
  public boolean isObject() {
    return content instanceof Mapping;
  }

  /**
   * Whether this is a list.
   *
   * @return whether it has items
   */
  public boolean isList() {
    return content instanceof Sequence;
  }

  /**
   * This value as a list.
   *
   * @return its items, at least one
   * @throws InputException if it is no list or empty
   */
  public List<Value> items() {
    if (!(content instanceof Sequence sequence)) {
      throw wrongType("a list");
    }
    if (sequence.items().isEmpty()) {
      throw invalid("was empty: it needs at least one item");
    }
    return sequence.items();
  }

  /**
   * This value as text.
   *
   * @return the text, not blank
   * @throws InputException if it is no text or blank
   */
  public String text() {
    if (!(content instanceof Scalar scalar) || scalar.kind() == Kind.OTHER) {
      throw wrongType("text");
    }
    if (scalar.text().isBlank()) {
      throw invalid("was blank: it must say something");
    }
    return scalar.text();
  }

  /**
   * Whether this is text and cannot be read as a number.
   *
   * @return whether only {@link #text} has an answer
   */
  public boolean isText() {
    return content instanceof Scalar scalar && scalar.kind() == Kind.TEXT && !isNumber();
  }

  /**
   * A number in the place of this value.
   *
   * @param number the number
   * @return the changed value, to which messages refer as to this one
   */
  public Value withNumber(double number) {
    return new Value(place, new Scalar(Double.toString(number), Kind.NUMBER, true));
  }

  /**
   * This object with one more text.
   *
   * @param key a new key
   * @param text its text
   * @return the changed object
   * @throws InputException if this is no object
   */
  public Value withText(String key, String text) {
    Map<String, Value> entries = new LinkedHashMap<>(entries());
    Place inside = new Place(place.source(), place.line(), place.trail().key(key));
    entries.put(key, new Value(inside, new Scalar(text, Kind.TEXT, false)));
    return new Value(place, new Mapping(entries));
  }

  /**
   * This value after a change of everything in it, from the inside to the outside.
   *
   * @param key the key that this value stands at; items of a list stand at the key of the list
   * @param change what becomes of a value at a key
   * @return the changed value
   */
  public Value changed(String key, BiFunction<String, Value, Value> change) {
    Content inside = content;
    if (content instanceof Mapping mapping) {
      Map<String, Value> entries = new LinkedHashMap<>();
      mapping.entries().forEach((name, value) -> entries.put(name, value.changed(name, change)));
      inside = new Mapping(entries);
    } else if (content instanceof Sequence sequence) {
      inside =
          new Sequence(sequence.items().stream().map(item -> item.changed(key, change)).toList());
    }
    return change.apply(key, new Value(place, inside));
  }

  /**
   * This value as one of a few words.
   *
   * @param words what it may be
   * @return the word
   * @throws InputException if it is none of them; the message suggests the nearest
   */
  public String oneOf(List<String> words) {
    String text = text();
    if (!words.contains(text)) {
      throw invalid(
          "was '"
              + text
              + "': it must be one of "
              + String.join(", ", words)
              + suggestion(text, words));
    }
    return text;
  }

  private static String suggestion(String text, List<String> words) {
    String hint = Suggestion.among(text, words);
    return hint.startsWith("did") ? "; " + hint : "";
  }

  /**
   * Whether this is a number.
   *
   * @return whether {@link #number} has an answer
   */
  public boolean isNumber() {
    return content instanceof Scalar scalar
        && (scalar.kind() == Kind.NUMBER || scalar.bare())
        && (NUMBER.matcher(digits(scalar)).matches()
            || NOT_FINITE.matcher(scalar.text()).matches());
  }

  /**
   * This value as a number.
   *
   * @return the nearest double; NaN and infinities where the document says so
   * @throws InputException if it is no number
   */
  public double number() {
    if (!(content instanceof Scalar scalar && isNumber())) {
      throw wrongType("a number");
    }
    var special = NOT_FINITE.matcher(scalar.text());
    if (special.matches()) {
      double size = special.group(2) != null ? Double.NaN : Double.POSITIVE_INFINITY;
      return special.group(1).equals("-") ? -size : size;
    }
    return Double.parseDouble(digits(scalar));
  }

  /**
   * This value as a number that follows a rule.
   *
   * @param guard the rule
   * @return the number
   * @throws InputException if it is no number or breaks the rule
   */
  public double number(Guard guard) {
    double number = number();
    try {
      guard.require(place.path(), number);
    } catch (IllegalArgumentException e) {
      throw new InputException(file() + e.getMessage(), e);
    }
    return number;
  }

  /** YAML lets underscores group the digits of a number. */
  private static String digits(Scalar scalar) {
    return scalar.kind() == Kind.NUMBER ? scalar.text().replace("_", "") : scalar.text();
  }

  /**
   * This value as a whole number.
   *
   * @param least the smallest allowed
   * @param most the largest allowed
   * @return the number
   * @throws InputException if it is no whole number in that range
   */
  public long integer(long least, long most) {
    double number = number();
    if (!(number == Math.rint(number) && Math.abs(number) <= 0x1p53)) {
      throw invalid("was " + shown() + ": it must be a whole number");
    }
    if (!(number >= least && number <= most)) {
      boolean untold = most == Long.MAX_VALUE || (most == Integer.MAX_VALUE && number < least);
      String upTo = untold ? "" : " and at most " + most;
      throw invalid("was " + shown() + ": it must be at least " + least + upTo);
    }
    return (long) number;
  }

  /**
   * This value as true or false.
   *
   * @return which of both
   * @throws InputException if it is neither
   */
  public boolean flag() {
    if (content instanceof Scalar scalar
        && (scalar.text().equals("true") || scalar.text().equals("false"))) {
      return scalar.text().equals("true");
    }
    throw wrongType("true or false");
  }

  /**
   * This value as JSON, whatever it is.
   *
   * @return numbers as doubles, but whole numbers written without a point as integers; NaN and
   *     infinities where the document says so
   */
  public JsonNode json() {
    JsonNodeFactory factory = JsonNodeFactory.instance;
    if (content instanceof Mapping mapping) {
      ObjectNode object = factory.objectNode();
      mapping.entries().forEach((key, value) -> object.set(key, value.json()));
      return object;
    }
    if (content instanceof Sequence sequence) {
      ArrayNode array = factory.arrayNode();
      sequence.items().forEach(item -> array.add(item.json()));
      return array;
    }
    return json((Scalar) content, factory);
  }

  private JsonNode json(Scalar scalar, JsonNodeFactory factory) {
    if (scalar.kind() == Kind.OTHER) {
      boolean truth = scalar.text().equals("true") || scalar.text().equals("false");
      return truth ? factory.booleanNode(scalar.text().equals("true")) : factory.nullNode();
    }
    boolean quoted = scalar.kind() == Kind.TEXT && PLAIN.matcher(scalar.text()).matches();
    boolean special = NOT_FINITE_IN_JSON.matcher(scalar.text()).matches();
    if (quoted || !(isNumber() || special)) {
      return factory.textNode(scalar.text());
    }
    boolean whole = scalar.kind() == Kind.NUMBER && WHOLE.matcher(digits(scalar)).matches();
    return whole
        ? factory.numberNode(new BigInteger(digits(scalar)))
        : factory.numberNode(special ? Double.parseDouble(scalar.text()) : number());
  }

  private InputException wrongType(String wanted) {
    return invalid("was " + shown() + ": it must be " + wanted);
  }

  private String shown() {
    if (content instanceof Scalar scalar) {
      return scalar.kind() == Kind.TEXT && !isNumber() ? "'" + scalar.text() + "'" : scalar.text();
    }
    return isObject() ? "an object" : "a list";
  }
}
