package org.assay.accountant.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.privacy.Suggestion;

/**
 * Reads the notation of events, whose grammar stands in {@code docs/events.md}, by recursive
 * descent. What it reads is described as files describe it, and {@link EventKinds#read} makes the
 * event of it.
 *
 * @param <V> the values that describe the event
 */
public final class NotationParser<V extends EventDescription> {
  /** Longer texts are no longer typed; numbers by the thousand belong into files. */
  private static final int LONGEST = 1 << 20;

  /** Events in events are followed by recursion, on a stack of a mebibyte. */
  private static final int MOST_NESTED = 150;

  /** Longer numbers take the square of their length to read. */
  private static final int LONGEST_LITERAL = 400;

  private static final int EXPONENT_DIGITS = 6;

  private static final String FORMULA = "0123456789.eE+-*/^%()? \t\r\n";

  private final String text;
  private final NotationFactory<V> factory;
  private int at;
  private int depth;

  private NotationParser(String text, NotationFactory<V> factory) {
    this.text = text;
    this.factory = factory;
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
  public static <V extends EventDescription> V parse(String text, NotationFactory<V> factory) {
    if (!(text.length() <= LONGEST)) {
      throw factory.refusal(
          0, "the text has " + text.length() + " characters: an event has at most " + LONGEST);
    }
    NotationParser<V> parser = new NotationParser<>(text, factory);
    V event = parser.event("");
    if (parser.at < text.length()) {
      throw parser.unexpected("'then' or the end");
    }
    return event;
  }

  private V event(String name) {
    deeper();
    int start = start();
    List<V> steps = new ArrayList<>(List.of(step(name)));
    while (takesWord("then")) {
      steps.add(step(EventKinds.SEQUENCE));
    }
    depth--;
    return steps.size() == 1
        ? steps.get(0)
        : kind(start, name, EventKinds.SEQUENCE, factory.list(start, name, steps));
  }

  private V kind(int start, String name, String kind, V inner) {
    return factory.object(start, name, Map.of(kind, inner));
  }

  private V step(String name) {
    int start = start();
    if (!startsNumber()) {
      return part(name);
    }
    EventKind<?> repeat = EventKinds.REPEAT;
    Map<String, V> entries = new LinkedHashMap<>();
    entries.put("times", number(repeat.key("times").orElseThrow()));
    if (!takesWord("x")) {
      throw unexpected("'x' and what is repeated");
    }
    entries.put("event", part("event"));
    return kind(start, name, repeat.name(), factory.object(start, repeat.name(), entries));
  }

  private V part(String name) {
    int start = start();
    if (takes('(')) {
      V inner = event(name);
      require(')');
      return inner;
    }
    String word = word();
    if (word.isEmpty()) {
      throw unexpected("an event such as gaussian(1.1)");
    }
    EventKind<?> kind =
        EventKinds.named(word)
            .filter(known -> known != EventKinds.REPEAT)
            .orElseThrow(() -> factory.refusal(start, unknown(word)));
    if (!takes('(')) {
      throw unexpected("'(' and the arguments of " + word);
    }
    deeper();
    V inner = factory.object(start, word, arguments(kind));
    depth--;
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
  private Map<String, V> arguments(EventKind<?> kind) {
    Map<String, V> entries = new LinkedHashMap<>();
    List<EventKey> main = kind.keys().stream().filter(EventKey::isMain).toList();
    boolean named = false;
    start();
    if (takes(')')) {
      return entries;
    }
    do {
      int start = start();
      Optional<String> name = name();
      named |= name.isPresent();
      EventKey key =
          name.isPresent()
              ? keyed(kind, start, name.get())
              : placed(kind, main, named ? main.size() : entries.size());
      if (entries.containsKey(key.name())) {
        throw factory.refusal(start, key.name() + " is given twice");
      }
      entries.put(key.name(), value(key));
      start();
    } while (takes(','));
    require(')');
    return entries;
  }

  /** What stands before an equals sign. */
  private Optional<String> name() {
    int start = at;
    String word = word();
    start();
    if (!word.isEmpty() && takes('=')) {
      return Optional.of(word);
    }
    at = start;
    return Optional.empty();
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

  private EventKey placed(EventKind<?> kind, List<EventKey> main, int place) {
    if (place < main.size()) {
      return main.get(place);
    }
    List<String> others =
        kind.keys().stream().filter(key -> !key.isMain()).map(key -> key.name() + "=").toList();
    throw unexpected(others.isEmpty() ? "')'" : "')' or one of " + String.join(", ", others));
  }

  private V value(EventKey key) {
    int start = start();
    if (takes('[')) {
      deeper();
      List<V> items = new ArrayList<>();
      do {
        items.add(value(key));
        start();
      } while (takes(','));
      require(']');
      depth--;
      return factory.list(start, key.name(), items);
    }
    if (key.form() == EventKey.Form.EVENT) {
      return event(key.name());
    }
    if (startsNumber()) {
      return number(key);
    }
    return factory.text(start, key.name(), takes('"') ? quoted(start) : someWord(key));
  }

  private String someWord(EventKey key) {
    int start = at;
    String word = word();
    boolean event = start() < text.length() && text.charAt(at) == '(';
    if (word.isEmpty() || event) {
      at = start;
      throw unexpected("a value of " + key.name());
    }
    return word;
  }

  private String quoted(int start) {
    StringBuilder inside = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' && at + 1 < text.length() ? 1 : 0;
      inside.append(text.charAt(at));
      at++;
    }
    if (!takes('"')) {
      throw factory.refusal(start, "the quotation marks are not closed");
    }
    return inside.toString();
  }

  private boolean startsNumber() {
    if (at >= text.length()) {
      return false;
    }
    char next = text.charAt(at);
    return next == '(' ? bracketsFormula() : "0123456789.+-?".indexOf(next) >= 0;
  }

  /** Whether the brackets that open here hold a formula and not an event. */
  private boolean bracketsFormula() {
    int open = 0;
    for (int i = at; i < text.length() && FORMULA.indexOf(text.charAt(i)) >= 0; i++) {
      open += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (open == 0) {
        return true;
      }
    }
    return false;
  }

  private V number(EventKey key) {
    int start = start();
    if (takes('?')) {
      return factory.text(start, key.name(), "?");
    }
    try {
      ExactNumber exact = sum();
      String typed = text.substring(start, at).strip();
      return factory.number(start, key.name(), typed, decimal(key, typed, exact));
    } catch (ArithmeticException e) {
      throw factory.refusal(start, key.name() + " " + e.getMessage());
    }
  }

  /** A formula is rounded to where the certified cost is larger. */
  private static String decimal(EventKey key, String typed, ExactNumber exact) {
    if (typed.chars().allMatch(c -> "0123456789.eE".indexOf(c) >= 0)) {
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

  private ExactNumber sum() {
    ExactNumber sum = product();
    while (true) {
      start();
      if (takes('+')) {
        sum = sum.plus(product());
      } else if (takes('-')) {
        sum = sum.plus(product().negated());
      } else {
        return sum;
      }
    }
  }

  private ExactNumber product() {
    ExactNumber product = signed();
    while (true) {
      start();
      if (takes('*')) {
        if (at < text.length() && text.charAt(at) == '*') {
          throw factory.refusal(at, "a power is written with ^, such as 2^10");
        }
        product = product.times(signed());
      } else if (takes('/')) {
        product = product.over(signed());
      } else {
        return product;
      }
    }
  }

  /** As in mathematics, {@code -2^2} is -4 and {@code 2^3^2} is 512. */
  private ExactNumber signed() {
    deeper();
    start();
    ExactNumber value;
    if (takes('-')) {
      value = signed().negated();
    } else if (takes('+')) {
      value = signed();
    } else {
      ExactNumber base = atom();
      start();
      value = takes('^') ? base.power(signed()) : base;
    }
    depth--;
    return value;
  }

  private ExactNumber atom() {
    if (takes('(')) {
      ExactNumber inside = sum();
      require(')');
      return inside;
    }
    int start = at;
    digits();
    if (takes('.')) {
      digits();
    }
    boolean empty = text.substring(start, at).chars().noneMatch(NotationParser::isDigit);
    if (empty) {
      at = start;
      if (EventKinds.named(word()).isPresent()) {
        throw factory.refusal(start, "an event is repeated by x, as in 10 x gaussian(1.1)");
      }
      at = start;
      throw unexpected("a number");
    }
    exponent();
    if (!(at - start <= LONGEST_LITERAL)) {
      throw factory.refusal(start, "a number has at most " + LONGEST_LITERAL + " characters");
    }
    ExactNumber literal = ExactNumber.of(text.substring(start, at));
    return takes('%') ? literal.over(ExactNumber.of("100")) : literal;
  }

  private void exponent() {
    int next = at + 1;
    if (at < text.length() && "eE".indexOf(text.charAt(at)) >= 0) {
      next += next < text.length() && "+-".indexOf(text.charAt(next)) >= 0 ? 1 : 0;
      if (next < text.length() && isDigit(text.charAt(next))) {
        at = next;
        digits();
        if (!(at - next <= EXPONENT_DIGITS)) {
          throw factory.refusal(next, "an exponent has at most " + EXPONENT_DIGITS + " digits");
        }
      }
    }
  }

  private void digits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Skips white space. */
  private int start() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private boolean takes(char wanted) {
    boolean there = at < text.length() && text.charAt(at) == wanted;
    at += there ? 1 : 0;
    return there;
  }

  private void require(char wanted) {
    start();
    if (!takes(wanted)) {
      throw unexpected("'" + wanted + "'");
    }
  }

  private boolean takesWord(String wanted) {
    int before = start();
    if (word().equals(wanted)) {
      return true;
    }
    at = before;
    start();
    return false;
  }

  /** Letters, digits, hyphens and underscores, a letter first; empty if there is none. */
  private String word() {
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at), at > start)) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean isOfWord(char c, boolean inside) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (inside && (isDigit(c) || c == '-' || c == '_'));
  }

  private void deeper() {
    depth++;
    if (!(depth <= MOST_NESTED)) {
      throw factory.refusal(at, "this is nested more than " + MOST_NESTED + " levels deep");
    }
  }

  private RuntimeException unexpected(String wanted) {
    int start = start();
    if (start >= text.length()) {
      return factory.refusal(start, "the text ends where " + wanted + " must stand");
    }
    String word = word();
    String found = word.isEmpty() ? text.substring(start, text.offsetByCodePoints(start, 1)) : word;
    return factory.refusal(start, "'" + found + "' stands where " + wanted + " must stand");
  }
}
