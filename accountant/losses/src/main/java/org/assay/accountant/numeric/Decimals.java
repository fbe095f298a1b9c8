package org.assay.accountant.numeric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Optional;

/**
 * Decimals of six digits for people to read, rounded to the side that keeps a statement of {@code
 * at least} or {@code at most} true. {@link Enclosure#lowerDecimal} and {@link
 * Enclosure#upperDecimal} give every digit.
 */
public enum Decimals {
  /** Like {@link Double#toString(double)}: scientific below 1e-3 and from 1e7 on. */
  BY_SIZE,

  /** Written without an exponent. */
  FIXED,

  /** Written with an exponent, except for zero. */
  SCIENTIFIC;

  /** Significant digits. */
  /** Largest number of digits of a decimal that is as easy to read as a fraction. */
  private static final int MOST_DIGITS = 8;

  /** Largest denominator of a fraction: batch sizes and numbers of records are often divided. */
  private static final long LARGEST_DENOMINATOR = 1_000_000;

  private static final int DIGITS = 6;

  /** Magnitudes from -3 to 6 are written without an exponent. */
  private static final int SMALLEST_FIXED = -3;

  private static final int SMALLEST_SCIENTIFIC = 7;

  /**
   * The notation in which all numbers of a column are readable.
   *
   * @param values the numbers, perhaps infinite
   * @return fixed if none of them is tiny or huge, otherwise scientific
   */
  public static Decimals column(Collection<Double> values) {
    boolean fixed =
        values.stream()
            .filter(value -> Double.isFinite(value) && value != 0)
            .allMatch(value -> isFixed(magnitude(new BigDecimal(value))));
    return fixed ? FIXED : SCIENTIFIC;
  }

  /**
   * A decimal that is not above a number.
   *
   * @param value the number, not NaN
   * @return the largest decimal of six digits that is at most the number
   */
  public String down(double value) {
    return rounded(value, RoundingMode.FLOOR);
  }

  /**
   * A decimal that is not below a number.
   *
   * @param value the number, not NaN
   * @return the smallest decimal of six digits that is at least the number
   */
  public String up(double value) {
    return rounded(value, RoundingMode.CEILING);
  }

  /**
   * A number as somebody wrote it, if with few digits or as a fraction, else a decimal above it: a
   * promise of "at most" stays true, and 1e-5 and 1/60000 stay what they are.
   *
   * @param value the number, not NaN
   * @return {@link Double#toString(double)} if that has at most six significant digits; a fraction
   *     of whole numbers up to a million, if the number is the double nearest to it; otherwise
   *     {@link #up}
   */
  public String given(double value) {
    if (Double.isInfinite(value)) {
      return up(value);
    }
    boolean isShort =
        new BigDecimal(Double.toString(value)).stripTrailingZeros().precision() <= DIGITS;
    return isShort ? Double.toString(value) : fraction(value).orElseGet(() -> up(value));
  }

  /**
   * The nearest decimal, for a measured figure that promises nothing.
   *
   * @param value the number, not NaN
   * @return the nearest decimal of six digits
   */
  public String near(double value) {
    return rounded(value, RoundingMode.HALF_EVEN);
  }

  /**
   * An interval around another one.
   *
   * @param value the interval
   * @return both ends, rounded outward
   */
  public String outward(Enclosure value) {
    return "[" + down(value.lower()) + ", " + up(value.upper()) + "]";
  }

  private String rounded(double value, RoundingMode mode) {
    if (Double.isInfinite(value)) {
      return Double.toString(value);
    }
    if (value == 0) {
      return "0.0";
    }
    BigDecimal decimal = new BigDecimal(value).round(new MathContext(DIGITS, mode));
    int magnitude = magnitude(decimal);
    boolean fixed = this == BY_SIZE ? isFixed(magnitude) : this == FIXED;
    return fixed ? written(decimal) : written(decimal.movePointLeft(magnitude)) + "E" + magnitude;
  }

  private static boolean isFixed(int magnitude) {
    return magnitude >= SMALLEST_FIXED && magnitude < SMALLEST_SCIENTIFIC;
  }

  /** The exponent of the leading digit. */
  private static int magnitude(BigDecimal value) {
    return value.precision() - value.scale() - 1;
  }

  /** The number without superfluous zeros, but with a digit after the point. */
  private static String written(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.setScale(Math.max(1, stripped.scale())).toPlainString();
  }

  /**
   * A number, as people type numbers.
   *
   * @param value a number
   * @return a fraction of whole numbers up to a million such as {@code 1/60000}, otherwise a
   *     decimal; different numbers have different texts
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
  private static Optional<String> fraction(double value) {
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
}
