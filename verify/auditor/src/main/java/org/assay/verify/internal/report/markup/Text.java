package org.assay.verify.internal.report.markup;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/** Numbers and text for markup. */
public final class Text {
  /** Numbers from this one to {@link #LARGE} are written without a power of ten. */
  private static final double SMALL = 1e-3;

  /** Numbers from this one on are written with a power of ten. */
  private static final double LARGE = 1e6;

  /** Numbers as Java and people write them, but not within words, versions or addresses. */
  private static final Pattern WRITTEN =
      Pattern.compile(
          "(?<![\\w.,/+-])(-)?(\\d+(?:\\.\\d+)?)(?:[eE](-?\\d+))?" + "(?![\\w/]|[.,]\\d)");

  private Text() {}

  /**
   * Text as content or attribute value of HTML and XML. Characters that XML forbids become U+FFFD.
   * So do control characters and marks of direction, with which a terminal or browser would show
   * other text than is written.
   *
   * @param text any text
   * @return the same as markup
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  /**
   * A few significant digits, for reading. Files for machines carry all digits.
   *
   * @param value any number, also infinite or NaN
   * @return the number as plain text
   */
  public static String number(double value) {
    if (Double.isInfinite(value) || Double.isNaN(value)) {
      return value > 0 ? "∞" : value < 0 ? "−∞" : "not a number";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return count((long) value);
    }
    double magnitude = Math.abs(value);
    if (magnitude >= LARGE || magnitude < SMALL) {
      return scientific(value);
    }
    int decimals = Math.max(0, 3 - (int) Math.floor(Math.log10(magnitude)));
    return String.format(Locale.ROOT, "%,." + decimals + "f", value)
        .replaceFirst("(\\.\\d*?)0+$", "$1")
        .replaceFirst("\\.$", "")
        .replace("-", "−");
  }

  /**
   * A few significant digits, rounded down.
   *
   * @param value any number, also infinite or NaN
   * @return a number that is at most the value, as plain text
   */
  public static String down(double value) {
    return number(rounded(value, RoundingMode.FLOOR));
  }

  /**
   * A few significant digits, rounded up.
   *
   * @param value any number, also infinite or NaN
   * @return a number that is at least the value, as plain text
   */
  public static String up(double value) {
    return number(rounded(value, RoundingMode.CEILING));
  }

  /** Rounds to as many digits as {@link #number} shows. */
  private static double rounded(double value, RoundingMode mode) {
    if (Double.isInfinite(value) || Double.isNaN(value)) {
      return value;
    }
    int digits = Math.abs(value) >= SMALL && Math.abs(value) < LARGE ? 4 : 3;
    return new BigDecimal(value).round(new MathContext(digits, mode)).doubleValue();
  }

  /**
   * Text in which numbers that a program wrote look like those of {@link #number}, with the same
   * digits: {@code 1.0E-5} becomes {@code 10⁻⁵} and {@code 2.0} becomes {@code 2}.
   *
   * @param text plain text
   * @return plain text
   */
  public static String plain(String text) {
    return WRITTEN
        .matcher(text)
        .replaceAll(
            found ->
                (found.group(1) == null ? "" : "−")
                    + mantissa(found.group(2), found.group(3) != null)
                    + (found.group(3) == null
                        ? ""
                        : "10" + superscript(Integer.parseInt(found.group(3)))));
  }

  private static String mantissa(String digits, boolean times) {
    String shortest = digits.replaceFirst("\\.0$", "");
    return times && shortest.equals("1") ? "" : shortest + (times ? " × " : "");
  }

  /**
   * A whole number with separated thousands.
   *
   * @param value any whole number
   * @return the number as plain text
   */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value).replace("-", "−");
  }

  /**
   * A power of ten, written out if short.
   *
   * @param exponent any exponent
   * @return the power as plain text
   */
  public static String power(int exponent) {
    boolean isShort = exponent >= -3 && exponent <= 4;
    return isShort ? number(Math.pow(10, exponent)) : "10" + superscript(exponent);
  }

  private static String scientific(double value) {
    String[] parts = String.format(Locale.ROOT, "%.2e", value).split("e", 2);
    String mantissa = parts[0].replaceFirst("\\.?0+$", "").replace("-", "−");
    String times = mantissa.equals("1") ? "" : mantissa + " × ";
    return times + "10" + superscript(Integer.parseInt(parts[1]));
  }

  private static String superscript(int exponent) {
    StringBuilder text = new StringBuilder(exponent < 0 ? "⁻" : "");
    for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
      text.append("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(digit - '0'));
    }
    return text.toString();
  }

  private static boolean isAllowed(int c) {
    boolean order = VisibleText.isOrder(c) && c != '\t' && c != '\n' && c != '\r';
    boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
    return !order && !surrogate && c != 0xFFFE && c != 0xFFFF;
  }
}
