package org.assay.cli.internal.input;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.assay.accountant.event.EventDescription;
import org.assay.accountant.event.NotationException;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.jspecify.annotations.Nullable;

/** A value in a document of a user, with the place where it stands. */
public final class Value implements EventDescription {
  private final Place place;
  private final Content content;

  Value(Place place, Content content) {
    this.place = place;
    this.content = content;
  }

  /**
   * The place of a value.
   *
   * @param source the file
   * @param line the line, from 1
   * @param trail the keys that lead to it
   * @param mark the character of a text in which it stands; null if it is a part of the document
   */
  record Place(String source, int line, DocumentPath trail, @Nullable Mark mark) {
    Place(String source, int line, DocumentPath trail) {
      this(source, line, trail, null);
    }

    /** A refusal; of a character of a text it shows the line, and the character by a mark. */
    InputException refusal(String message, @Nullable Throwable cause) {
      String start = source + ", line " + line + ": ";
      return mark == null
          ? new InputException(start + message, cause)
          : new InputException(
              start + message,
              NotationException.at(mark.text(), mark.position(), message).excerpt(),
              cause);
    }

    String path() {
      return mark != null && trail.parent().isEmpty() ? "the event" : trail.path();
    }
  }

  /**
   * A character of a text.
   *
   * @param text the text
   * @param position the index of the character
   */
  record Mark(String text, int position) {}

  /**
   * A text that stands nowhere else.
   *
   * @param source what messages call its place
   * @param text the text
   * @return the value
   */
  public static Value ofText(String source, String text) {
    return new Value(
        new Place(source, 1, DocumentPath.ROOT), new Scalar(text, Scalar.Kind.TEXT, false));
  }

  /**
   * The event that this text describes in the notation of {@code docs/reference/events.md}.
   *
   * @return its description, as a file would have it
   * @throws InputException if this is no text, or the text is no event
   */
  public Value described() {
    return NotationValues.parse(place, text());
  }

  /**
   * The line and column at which the value begins.
   *
   * @return the line of its file, counted from 1
   */
  public int line() {
    return place.line();
  }

  @Override
  public InputException invalid(String rule) {
    return place.refusal(place.path() + " " + rule, null);
  }

  @Override
  public <T> T checked(Supplier<T> builder) {
    try {
      return builder.get();
    } catch (InvalidParameterException e) {
      String key = DocumentNames.of(e.parameter());
      Value guilty = place.mark() == null || !isObject() ? this : entries().getOrDefault(key, this);
      String name = guilty == this ? " is refused: " + key : "";
      throw guilty.place.refusal(guilty.place.path() + name + " " + e.problem(), e);
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw place.refusal(place.path() + " is refused: " + e.getMessage(), e);
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
    if (!isObject() && !place.trail().parent().isEmpty()) {
      throw wrongType("an object, such as " + example(shape));
    }
    return new Fields(this, shape, entries());
  }

  /** An object of a shape, with this value in it where it has a place. */
  private String example(Shape shape) {
    List<String> keys = shape.required().isEmpty() ? shape.keys().subList(0, 1) : shape.required();
    String only = keys.size() == 1 && content.scalar().isPresent() ? json().toString() : "…";
    return keys.stream().map(key -> key + ": " + only).collect(Collectors.joining(", ", "{", "}"));
  }

  @Override
  public Map<String, Value> entries() {
    return content
        .mapping()
        .map(Content.Mapping::entries)
        .orElseThrow(() -> wrongType("an object with keys"));
  }

  /**
   * Whether this is an object.
   *
   * @return whether it has keys
   */
  public boolean isObject() {
    return content.mapping().isPresent();
  }

  @Override
  public boolean isList() {
    return content.sequence().isPresent();
  }

  @Override
  public List<Value> items() {
    List<Value> items = itemsIfAny();
    if (items.isEmpty()) {
      throw invalid("was empty: it needs at least one item");
    }
    return items;
  }

  /**
   * This value as a list that may be empty.
   *
   * @return its items
   * @throws InputException if it is no list
   */
  public List<Value> itemsIfAny() {
    return content.sequence().map(Content.Sequence::items).orElseThrow(() -> wrongType("a list"));
  }

  @Override
  public String text() {
    String text =
        content
            .scalar()
            .filter(Scalar::isWritten)
            .map(Scalar::text)
            .orElseThrow(() -> wrongType("text"));
    if (text.isBlank()) {
      throw invalid("was blank: it must say something");
    }
    return text;
  }

  /**
   * Whether this is text and cannot be read as a number.
   *
   * @return whether only {@link #text} has an answer
   */
  public boolean isText() {
    return content.scalar().filter(Scalar::isText).isPresent();
  }

  /**
   * A number in the place of this value.
   *
   * @param number the number
   * @return the changed value, to which messages refer as to this one
   */
  public Value withNumber(double number) {
    return new Value(place, Scalar.number(number));
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
    entries.put(key, new Value(inside, new Scalar(text, Scalar.Kind.TEXT, false)));
    return new Value(place, new Content.Mapping(entries));
  }

  /**
   * This value after a change of everything in it, from the inside to the outside.
   *
   * @param key the key that this value stands at; items of a list stand at the key of the list
   * @param change what becomes of a value at a key
   * @return the changed value
   */
  public Value changed(String key, BiFunction<String, Value, Value> change) {
    return change.apply(key, new Value(place, content.changed(key, change)));
  }

  @Override
  public String oneOf(List<String> words) {
    String text = text();
    if (!words.contains(text)) {
      throw invalid(
          "was '"
              + text
              + "': it must be one of "
              + String.join(", ", words)
              + Suggestion.likely(text, words).map(hint -> "; " + hint).orElse(""));
    }
    return text;
  }

  /**
   * Whether this is a number.
   *
   * @return whether {@link #number} has an answer
   */
  public boolean isNumber() {
    return content.scalar().filter(Scalar::isNumber).isPresent();
  }

  /**
   * The formula that this number was typed as.
   *
   * @return the formula; empty if this is no number, or one that was typed as it is
   */
  public Optional<String> formula() {
    return content
        .scalar()
        .filter(number -> !number.typed().equals(number.text()))
        .map(Scalar::typed);
  }

  @Override
  public double number() {
    Scalar scalar = writtenNumber();
    if (scalar.isBeyondDoubles()) {
      throw invalid("was " + content.shown() + ": it must be 0 or from 4.9e-324 to 1.8e308");
    }
    return scalar.number();
  }

  private Scalar writtenNumber() {
    return content.scalar().filter(Scalar::isNumber).orElseThrow(() -> wrongType("a number"));
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
      throw place.refusal(String.valueOf(e.getMessage()), e);
    }
    return number;
  }

  @Override
  public long integer(long least, long most) {
    Scalar number = writtenNumber();
    double nearest = number.number();
    if (!number.isWhole()) {
      throw invalid("was " + content.shown() + ": it must be a whole number");
    }
    OptionalLong whole = number.whole();
    if (!(whole.isPresent() && whole.getAsLong() >= least && whole.getAsLong() <= most)) {
      boolean untold = nearest < least && most >= Integer.MAX_VALUE;
      String upTo = untold ? "" : " and at most " + most;
      throw invalid("was " + content.shown() + ": it must be at least " + least + upTo);
    }
    return whole.getAsLong();
  }

  @Override
  public boolean flag() {
    return content.scalar().flatMap(Scalar::flag).orElseThrow(() -> wrongType("true or false"));
  }

  /**
   * This value as JSON, whatever it is.
   *
   * @return numbers as doubles, but whole numbers written without a point as integers; NaN and
   *     infinities where the document says so
   */
  public JsonNode json() {
    return content.json();
  }

  /** A file that is one text is of another kind, such as a table of records, and not quoted. */
  private InputException wrongType(String wanted) {
    boolean isSought = isText() && text().equals("?");
    String rule =
        ": it must be " + wanted + (isSought ? "; assay calibrate finds what ? stands for" : "");
    InputException quoted = invalid("was " + content.shown() + rule);
    return place.trail().parent().isEmpty() && isText()
        ? place.refusal(place.path() + " was text" + rule, quoted)
        : quoted;
  }
}
