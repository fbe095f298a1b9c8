package org.assay.cli.input;

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
 * @param text as it was written
 * @param kind what the parser took it for
 * @param bare whether it may be read as a number although the parser took it for text
 */
record Scalar(String text, Kind kind, boolean bare) implements Content {
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

  enum Kind {
    TEXT,
    NUMBER,
    OTHER
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

  /** Whether a number is whole, however large; judged by its digits, not by the nearest double. */
  boolean isWhole() {
    return Double.isFinite(number()) && (isHuge() || exact().stripTrailingZeros().scale() <= 0);
  }

  /** A whole number, unless it is beyond 64 bits. */
  OptionalLong whole() {
    if (isHuge()) {
      return OptionalLong.empty();
    }
    BigInteger whole = exact().toBigIntegerExact();
    return whole.bitLength() < Long.SIZE
        ? OptionalLong.of(whole.longValue())
        : OptionalLong.empty();
  }

  /** Far beyond 64 bits: writing all digits of such a number could take for ever. */
  private boolean isHuge() {
    return Math.abs(number()) >= 0x1p64;
  }

  private BigDecimal exact() {
    BigDecimal exact = new BigDecimal(digits());
    return exact.signum() == 0 ? BigDecimal.ZERO : exact;
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
    return isText() ? "'" + text + "'" : text;
  }
}
