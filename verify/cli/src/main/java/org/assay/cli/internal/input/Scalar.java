package org.assay.cli.internal.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Text, a number, true, false or nothing.
 *
 * @param text the text as written
 * @param kind the parser's kind of the text
 * @param bare whether it may be read as a number although the parser took it for text
 * @param typed the formula that stands in its place, or the same text
 */
record Scalar(String text, Kind kind, boolean bare, String typed) implements Content {
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

  private static final Pattern ZERO = Pattern.compile("[-+]?[0.]+(?:[eE].*)?");

  /** Largest number of digits, since conversion takes time quadratic in it. Not tuned. */
  private static final int MOST_DIGITS = 400;

  enum Kind {
    TEXT,
    NUMBER,
    OTHER
  }

  Scalar(String text, Kind kind, boolean bare) {
    this(text, kind, bare, text);
  }

  static Scalar number(double number) {
    return new Scalar(Double.toString(number), Kind.NUMBER, true);
  }

  /** Whether this is text or a number. */
  boolean isWritten() {
    return kind != Kind.OTHER;
  }

  /** Whether this is text and cannot be read as a number. */
  boolean isText() {
    return kind == Kind.TEXT && !isNumber();
  }

  boolean isNumber() {
    return (kind == Kind.NUMBER || bare)
        && (NUMBER.matcher(digits()).matches() || NOT_FINITE.matcher(text).matches());
  }

  /** The nearest double, of a number. */
  double number() {
    var special = NOT_FINITE.matcher(text);
    if (special.matches()) {
      double size = special.group(2) != null ? Double.NaN : Double.POSITIVE_INFINITY;
      return special.group(1).equals("-") ? -size : size;
    }
    return Double.parseDouble(digits());
  }

  /** Whether a number is so small or so large that no double but 0 or infinity is near. */
  boolean isBeyondDoubles() {
    return !NOT_FINITE.matcher(text).matches()
        && (Double.isInfinite(number()) || (number() == 0 && !ZERO.matcher(digits()).matches()));
  }

  /** Whether a number is whole, judged by its digits and not by the nearest double. */
  boolean isWhole() {
    return exact().filter(number -> number.stripTrailingZeros().scale() <= 0).isPresent();
  }

  /** A whole number, unless it is beyond 64 bits. */
  OptionalLong whole() {
    return exact().map(BigDecimal::toBigIntegerExact).stream()
        .filter(number -> number.bitLength() < Long.SIZE)
        .mapToLong(BigInteger::longValue)
        .findFirst();
  }

  /** A number to its last digit, unless that would take long or the number is no double's size. */
  private Optional<BigDecimal> exact() {
    String digits = digits();
    if (!(digits.length() <= MOST_DIGITS && Double.isFinite(number()))) {
      return Optional.empty();
    }
    if (ZERO.matcher(digits).matches()) {
      return Optional.of(BigDecimal.ZERO);
    }
    return number() == 0 ? Optional.empty() : Optional.of(new BigDecimal(digits));
  }

  /** YAML lets underscores group the digits of a number. */
  private String digits() {
    return kind == Kind.NUMBER ? text.replace("_", "") : text;
  }

  /** Which of true and false this is, if it is one. */
  Optional<Boolean> flag() {
    return text.equals("true") || text.equals("false")
        ? Optional.of(text.equals("true"))
        : Optional.empty();
  }

  @Override
  public Optional<Scalar> scalar() {
    return Optional.of(this);
  }

  @Override
  public Content changed(String key, BiFunction<String, Value, Value> change) {
    return this;
  }

  @Override
  public JsonNode json() {
    JsonNodeFactory factory = JsonNodeFactory.instance;
    if (kind == Kind.OTHER) {
      return flag().<JsonNode>map(factory::booleanNode).orElseGet(factory::nullNode);
    }
    boolean quoted = kind == Kind.TEXT && PLAIN.matcher(text).matches();
    boolean special = NOT_FINITE_IN_JSON.matcher(text).matches();
    if (quoted || !(isNumber() || special)) {
      return factory.textNode(text);
    }
    boolean whole = kind == Kind.NUMBER && WHOLE.matcher(digits()).matches();
    return whole
        ? factory.numberNode(new BigInteger(digits()))
        : factory.numberNode(special ? Double.parseDouble(text) : number());
  }

  @Override
  public String shown() {
    String meaning = typed.equals(text) ? "" : ", which stands for " + text;
    return isText() ? "'" + text + "'" : typed + meaning;
  }
}
