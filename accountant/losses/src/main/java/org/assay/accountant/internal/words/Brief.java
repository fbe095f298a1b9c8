package org.assay.accountant.internal.words;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Descriptions shortened to a line, for {@code toString} and messages. The omitted length or number
 * of parts is stated.
 */
public final class Brief {
  /** Largest number of characters of a text. */
  private static final int LONGEST = 160;

  /** Largest number of parts that are shown. */
  private static final int MOST = 3;

  /** Largest number of digits of a decimal that is as easy to read as a fraction. */
  private static final int MOST_DIGITS = 8;

  /** Largest denominator of a fraction: batch sizes and numbers of records are often divided. */
  private static final long LARGEST_DENOMINATOR = 1_000_000;

  private Brief() {}

  /**
   * A number, as people type numbers.
   *
   * @param value a number
   * @return a {@linkplain #fraction fraction} such as {@code 1/60000}, otherwise a decimal;
   *     different numbers have different texts
   */
  public static String number(double value) {
    return fraction(value).orElseGet(() -> Double.toString(value));
  }

  /**
   * The first convergent of a number's continued fraction whose nearest double is the number.
   *
   * @param value a number
   * @return a fraction of whole numbers up to a million; empty if there is none, or if a decimal of
   *     at most eight digits says the number
   */
  public static Optional<String> fraction(double value) {
    if (!Double.isFinite(value)
        || new BigDecimal(Double.toString(value)).precision() <= MOST_DIGITS) {
      return Optional.empty();
    }
    long before = 0;
    long denominator = 1;
    double rest = Math.abs(value);
    while (denominator <= LARGEST_DENOMINATOR) {
      long numerator = Math.round(Math.abs(value) * denominator);
      if (numerator > LARGEST_DENOMINATOR) {
        return Optional.empty();
      }
      if ((double) numerator / denominator == Math.abs(value)) {
        return Optional.of((value < 0 ? "-" : "") + numerator + "/" + denominator);
      }
      rest = 1 / (rest - Math.floor(rest));
      if (!(rest <= LARGEST_DENOMINATOR)) {
        return Optional.empty();
      }
      long next = (long) Math.floor(rest) * denominator + before;
      before = denominator;
      denominator = next;
    }
    return Optional.empty();
  }

  /**
   * A text of bounded length.
   *
   * @param text a text
   * @return the text; one of more than 160 characters is cut off there, with its length
   */
  public static String of(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "… (" + text.length() + " characters)";
  }

  /**
   * The first of some parts.
   *
   * @param what a name of the parts, in the plural, such as {@code events}
   * @param parts the descriptions of the parts
   * @return the number of parts and the first three, {@linkplain #of(String) shortened}
   */
  public static String of(String what, List<String> parts) {
    String shown = parts.stream().limit(MOST).map(Brief::of).collect(Collectors.joining("; "));
    String rest = parts.size() > MOST ? "; …" : "";
    return what + ": " + parts.size() + (parts.isEmpty() ? "" : " (" + shown + rest + ")");
  }
}
