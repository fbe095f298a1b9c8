package org.assay.accountant.event;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * A key of a kind of event.
 *
 * @param name how files and the notation call it
 * @param form what its value is
 * @param many whether the value is one, or a list of such
 * @param range where its numbers may lie
 * @param words what it may be, if it is a word
 * @param isRequired whether it must be given
 * @param isMain whether the notation has it by its place, without its name
 * @param effect how the certified cost depends on it
 * @param absent what it is where it is left out, if that is one value
 */
public record EventKey(
    String name,
    Form form,
    Many many,
    Range range,
    List<String> words,
    boolean isRequired,
    boolean isMain,
    Effect effect,
    Optional<Object> absent) {
  /** The key of the relation that a mechanism's parameters are about. */
  static final String ADJACENCY = "adjacency";

  /** What a value is. */
  public enum Form {
    /** A real number. */
    NUMBER,
    /** A whole number. */
    COUNT,
    /** One of a few words. */
    WORD,
    /** A fraction, which is not rounded. */
    FRACTION,
    /** Any text. */
    TEXT,
    /** True or false. */
    FLAG,
    /** An event. */
    EVENT
  }

  /** How many values. */
  public enum Many {
    /** One. */
    ONE,
    /** A list. */
    LIST,
    /** One, or a list of one for each step. */
    ONE_OR_LIST,
    /** A list of lists. */
    ROWS
  }

  /** How the certified cost of an event depends on a number of it. */
  public enum Effect {
    /** The cost never falls when the number rises. */
    RISES,
    /** The cost never rises when the number rises. */
    FALLS,
    /** The cost may fall and rise, or nothing is proved. */
    UNKNOWN
  }

  /**
   * The interval in which numbers may lie.
   *
   * @param least the lower end
   * @param isLeastIn whether the lower end belongs to it
   * @param most the upper end
   * @param isMostIn whether the upper end belongs to it
   */
  public record Range(double least, boolean isLeastIn, double most, boolean isMostIn) {
    static final Range ANY = new Range(-Double.MAX_VALUE, true, Double.MAX_VALUE, true);
    static final Range POSITIVE = above(0);
    static final Range NOT_NEGATIVE = new Range(0, true, Double.MAX_VALUE, true);
    static final Range PROBABILITY = new Range(0, true, 1, true);
    static final Range OPEN_PROBABILITY = new Range(0, false, 1, false);

    static Range above(double least) {
      return new Range(least, false, Double.MAX_VALUE, true);
    }

    static Range from(double least) {
      return new Range(least, true, Double.MAX_VALUE, true);
    }
  }

  /** Copies the words. */
  public EventKey {
    words = List.copyOf(words);
  }

  private static EventKey of(String name, Form form, Range range, List<String> words) {
    return new EventKey(
        name, form, Many.ONE, range, words, true, false, Effect.UNKNOWN, Optional.empty());
  }

  static EventKey number(String name, Range range) {
    return of(name, Form.NUMBER, range, List.of());
  }

  static EventKey count(String name) {
    return counts(name, 1, 0x1p53);
  }

  static EventKey counts(String name, long least, double most) {
    return of(name, Form.COUNT, new Range(least, true, most, true), List.of());
  }

  static EventKey word(String name, List<String> words) {
    return of(name, Form.WORD, Range.ANY, words);
  }

  static <W extends Enum<W>> EventKey word(String name, Class<W> words) {
    return word(name, labels(words));
  }

  static EventKey text(String name) {
    return of(name, Form.TEXT, Range.ANY, List.of());
  }

  static EventKey fractions(String name) {
    return of(name, Form.FRACTION, Range.PROBABILITY, List.of()).many(Many.LIST);
  }

  static EventKey flag(String name, boolean absent) {
    return of(name, Form.FLAG, Range.ANY, List.of()).optional(absent);
  }

  static EventKey event(String name) {
    return of(name, Form.EVENT, Range.ANY, List.of());
  }

  static EventKey relation(AdjacencyRelation... known) {
    return word(ADJACENCY, Arrays.stream(known).map(AdjacencyRelation::label).toList());
  }

  /**
   * Whether its values are numbers.
   *
   * @return whether a question mark may stand for one
   */
  public boolean isNumber() {
    return form == Form.NUMBER || form == Form.COUNT;
  }

  /** Whether lists of it say equal values after each other once. */
  boolean isRepeatable() {
    return (isNumber() || form == Form.FRACTION) && many != Many.ROWS;
  }

  EventKey many(Many many) {
    return new EventKey(name, form, many, range, words, isRequired, isMain, effect, absent);
  }

  EventKey main() {
    return new EventKey(name, form, many, range, words, isRequired, true, effect, absent);
  }

  EventKey optional() {
    return new EventKey(name, form, many, range, words, false, isMain, effect, absent);
  }

  EventKey optional(Object value) {
    return new EventKey(name, form, many, range, words, false, isMain, effect, Optional.of(value));
  }

  EventKey rises() {
    return new EventKey(name, form, many, range, words, isRequired, isMain, Effect.RISES, absent);
  }

  EventKey falls() {
    return new EventKey(name, form, many, range, words, isRequired, isMain, Effect.FALLS, absent);
  }

  /** How constants are written. */
  static <W extends Enum<W>> List<String> labels(Class<W> words) {
    return Arrays.stream(words.getEnumConstants()).map(EventKey::label).toList();
  }

  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
