package org.assay.accountant.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.formula.Cursor;
import org.assay.accountant.internal.formula.ExactNumber;
import org.assay.accountant.internal.formula.FormulaReader;
import org.assay.accountant.internal.formula.Vocabulary;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.numeric.Rational;

/**
 * Reads the notation of events, whose grammar stands in {@code docs/reference/events.md}, by
 * recursive descent. What it reads is described as files describe it, and {@link EventKinds#read}
 * makes the event of it.
 *
 * @param <V> the values that describe the event
 */
public final class NotationParser<V extends EventDescription> {
  /** Longer texts are no longer typed; numbers by the thousand belong into files. */
  private static final int LONGEST = 1 << 20;

  /** The numbers of a list, of which a typed repetition can say many. */
  private static final int MOST_ITEMS = 1 << 20;

  private static final Vocabulary NUMBERS = Vocabulary.exact(NotationParser::hint);

  private final Factory<V> factory;
  private final Cursor cursor;
  private final FormulaReader formulas;
  private int repeated;

  private NotationParser(String text, Factory<V> factory) {
    this.factory = factory;
    this.cursor = new Cursor(text, factory::refusal);
    this.formulas = new FormulaReader(cursor, NUMBERS);
  }

  private static Optional<String> hint(String word) {
    return EventKinds.named(word)
        .map(kind -> "an event is repeated by x, as in 10 x gaussian(1.1)");
  }

  /**
   * Reads a text.
   *
   * @param text an event in the notation
   * @param factory makes the values
   * @param <V> the values
   * @return the description of the event, as a file would have it
   * @throws RuntimeException the factory's refusal, if the text is no event
   */
  public static <V extends EventDescription> V parse(String text, Factory<V> factory) {
    if (!(text.length() <= LONGEST)) {
      throw factory.refusal(
          0, "the text has " + text.length() + " characters: an event has at most " + LONGEST);
    }
    NotationParser<V> parser = new NotationParser<>(text, factory);
    V event = parser.event("");
    if (!parser.cursor.isAtEnd()) {
      throw parser.cursor.unexpected("'then' or the end");
    }
    return event;
  }

  private V event(String name) {
    cursor.deeper();
    int start = cursor.start();
    List<V> steps = new ArrayList<>(List.of(step(name)));
    while (cursor.takesWord("then")) {
      steps.add(step(EventKinds.SEQUENCE));
    }
    cursor.start();
    cursor.shallower();
    return steps.size() == 1
        ? steps.get(0)
        : kind(start, name, EventKinds.SEQUENCE, factory.list(start, name, steps));
  }

  private V kind(int start, String name, String kind, V inner) {
    return factory.object(start, name, Map.of(kind, inner));
  }

  private V step(String name) {
    int start = cursor.start();
    if (!startsNumber()) {
      return part(name);
    }
    EventKind<?> repeat = EventKinds.REPEAT;
    Map<String, V> entries = new LinkedHashMap<>();
    entries.put("times", number(repeat.key("times").orElseThrow()));
    if (!cursor.takesWord("x")) {
      throw cursor.unexpected("'x' and what is repeated");
    }
    entries.put("event", part("event"));
    return kind(start, name, repeat.name(), factory.object(start, repeat.name(), entries));
  }

  private V part(String name) {
    int start = cursor.start();
    if (cursor.takes('(')) {
      V inner = event(name);
      cursor.close(')', start);
      return inner;
    }
    String word = cursor.word();
    if (word.isEmpty()) {
      throw cursor.unexpected("an event such as gaussian(1.1)");
    }
    EventKind<?> kind =
        EventKinds.named(word)
            .filter(known -> known != EventKinds.REPEAT)
            .orElseThrow(() -> factory.refusal(start, unknown(word)));
    int open = cursor.position();
    if (!cursor.takes('(')) {
      throw cursor.unexpected("'(' and the arguments of " + word);
    }
    V inner = factory.object(start, word, arguments(kind, open));
    return kind(start, name, word, inner);
  }

  private static String unknown(String word) {
    String other =
        word.equals(EventKinds.REPEAT.name())
            ? "'10 x gaussian(1.1)'"
            : word.equals(EventKinds.SEQUENCE) ? "'gaussian(1.1) then laplace(5)'" : "";
    if (!other.isEmpty()) {
      return "there is no event '" + word + "': write " + other + " instead";
    }
    List<String> known =
        EventKinds.all().stream()
            .map(EventKind::name)
            .filter(name -> !name.equals(EventKinds.REPEAT.name()))
            .toList();
    return "there is no event '" + word + "'; " + Suggestion.among(word, known);
  }

  /** Those of the main keys come first, in their order; the others have a name. */
  private Map<String, V> arguments(EventKind<?> kind, int open) {
    Map<String, V> entries = new LinkedHashMap<>();
    List<EventKey> main = new ArrayList<>(kind.keys().stream().filter(EventKey::isMain).toList());
    cursor.arguments(
        open,
        (start, name) -> {
          EventKey key =
              name.isPresent() ? keyed(kind, start, name.get()) : placed(kind, main, entries);
          if (name.isPresent()) {
            main.clear();
          }
          if (entries.containsKey(key.name())) {
            throw factory.refusal(start, key.name() + " is given twice");
          }
          entries.put(key.name(), value(key));
        });
    return entries;
  }

  private EventKey keyed(EventKind<?> kind, int start, String name) {
    return kind.key(name)
        .orElseThrow(
            () ->
                factory.refusal(
                    start,
                    kind.name()
                        + " has no '"
                        + name
                        + "'; "
                        + Suggestion.among(name, kind.keyNames())));
  }

  private EventKey placed(EventKind<?> kind, List<EventKey> main, Map<String, V> entries) {
    if (entries.size() < main.size()) {
      return main.get(entries.size());
    }
    List<String> others =
        kind.keys().stream().filter(key -> !key.isMain()).map(key -> key.name() + "=").toList();
    throw cursor.unexpected(
        others.isEmpty() ? "')'" : "')' or one of " + String.join(", ", others));
  }

  private V value(EventKey key) {
    int start = cursor.start();
    Optional<List<V>> items = cursor.list(() -> items(key));
    if (items.isPresent()) {
      return factory.list(start, key.name(), items.get());
    }
    if (key.form() == EventKey.Form.EVENT) {
      return event(key.name());
    }
    if (startsNumber()) {
      return number(key);
    }
    return factory.text(start, key.name(), cursor.quoted().orElseGet(() -> someWord(key)));
  }

  /** An item of a list; a number of times a number stands for as many. */
  private List<V> items(EventKey key) {
    int start = cursor.start();
    if (!key.isRepeatable() || !startsNumber()) {
      return List.of(value(key));
    }
    formulas.formula();
    boolean isRun = cursor.takesWord("x");
    cursor.backTo(start);
    if (!isRun) {
      return List.of(value(key));
    }
    V times = number(EventKinds.REPEAT.key("times").orElseThrow());
    int copies = (int) times.integer(1, MOST_ITEMS);
    repeated += copies;
    if (!(repeated <= MOST_ITEMS)) {
      throw factory.refusal(start, "the lists have more than " + MOST_ITEMS + " numbers");
    }
    cursor.takesWord("x");
    cursor.start();
    return Collections.nCopies(copies, number(key));
  }

  private String someWord(EventKey key) {
    int start = cursor.position();
    String word = cursor.word();
    cursor.start();
    if (word.isEmpty() || cursor.next() == '(') {
      cursor.backTo(start);
      throw cursor.unexpected("a value of " + key.name());
    }
    return word;
  }

  private boolean startsNumber() {
    return cursor.next() == '?' || FormulaReader.startsAt(cursor);
  }

  private V number(EventKey key) {
    int start = cursor.start();
    if (cursor.takes('?')) {
      return factory.text(start, key.name(), "?");
    }
    try {
      ExactNumber exact = formulas.formula().at(Map.of());
      String typed = cursor.since(start);
      if (key.form() == EventKey.Form.FRACTION) {
        return factory.text(start, key.name(), typed);
      }
      return factory.number(start, key.name(), typed, decimal(key, typed, exact));
    } catch (ArithmeticException e) {
      throw factory.refusal(start, key.name() + " " + e.getMessage());
    }
  }

  /**
   * The double that a formula stands for at a key, if it is a fraction that no short decimal says.
   */
  static Optional<Double> fraction(EventKey key, String typed) {
    ExactNumber exact =
        FormulaReader.read(
                typed,
                NUMBERS,
                (at, problem) -> new IllegalArgumentException(typed + ": " + problem))
            .at(Map.of());
    boolean isFraction = key.form() == EventKey.Form.NUMBER && exact.decimal().isEmpty();
    return isFraction && key.effect() != EventKey.Effect.UNKNOWN
        ? Optional.of(Double.parseDouble(decimal(key, typed, exact)))
        : Optional.empty();
  }

  /** The fraction that a formula stands for. */
  static Rational exactly(String name, String typed) {
    String had = name + " had '" + typed + "': ";
    try {
      ExactNumber exact =
          FormulaReader.read(
                  typed, NUMBERS, (at, problem) -> new IllegalArgumentException(had + problem))
              .at(Map.of());
      return Rational.parse(exact.numerator() + "/" + exact.denominator());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(had + "it " + e.getMessage(), e);
    }
  }

  /**
   * A formula, or a decimal with more digits than doubles tell apart, is rounded to where the
   * certified cost is larger.
   */
  private static String decimal(EventKey key, String typed, ExactNumber exact) {
    exact.requireDouble();
    boolean rounds = key.form() == EventKey.Form.NUMBER && key.effect() != EventKey.Effect.UNKNOWN;
    if (typed.chars().allMatch(c -> "0123456789.eE".indexOf(c) >= 0)
        && !(rounds && exact.decimal().isEmpty())) {
      return typed;
    }
    boolean whole = key.form() == EventKey.Form.COUNT;
    if (whole && !exact.isWhole() && exact.whole(false).signum() == 0) {
      throw new ArithmeticException("is between 0 and 1: it must be a whole number");
    }
    Optional<String> decimal = whole && !exact.isWhole() ? Optional.empty() : exact.decimal();
    if (decimal.isPresent()) {
      return decimal.get();
    }
    if (key.effect() == EventKey.Effect.UNKNOWN) {
      throw new ArithmeticException(
          "is no "
              + (whole ? "whole number" : "decimal")
              + ", and no proof says to which side it is safe to round: type a rounded one");
    }
    boolean up = key.effect() == EventKey.Effect.RISES;
    return whole ? exact.whole(up).toString() : Double.toString(exact.rounded(up));
  }

  /**
   * Makes the values that a text in the notation describes, in the order in which they are read.
   * The name of a value is its key, empty for the whole event; its position the index of its first
   * character.
   *
   * @param <V> the values
   */
  public interface Factory<V extends EventDescription> {
    /**
     * A number.
     *
     * @param position where it begins
     * @param name its key
     * @param typed what was typed
     * @param decimal what the text stands for, as a decimal
     * @return the value
     */
    V number(int position, String name, String typed, String decimal);

    /**
     * A word, a quoted text or the question mark.
     *
     * @param position where it begins
     * @param name its key
     * @param text the text
     * @return the value
     */
    V text(int position, String name, String text);

    /**
     * A list.
     *
     * @param position where it begins
     * @param name its key
     * @param items its items
     * @return the value
     */
    V list(int position, String name, List<V> items);

    /**
     * An object.
     *
     * @param position where it begins
     * @param name its key
     * @param entries its entries
     * @return the value
     */
    V object(int position, String name, Map<String, V> entries);

    /**
     * A refusal of the text.
     *
     * @param position where it is wrong
     * @param problem what is wrong there
     * @return the exception to throw
     */
    RuntimeException refusal(int position, String problem);
  }
}
