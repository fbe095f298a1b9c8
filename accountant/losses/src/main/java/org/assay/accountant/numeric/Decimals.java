package org.assay.accountant.numeric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import org.assay.accountant.internal.words.Brief;

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
    return isShort ? Double.toString(value) : Brief.fraction(value).orElseGet(() -> up(value));
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
}
