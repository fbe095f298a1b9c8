package org.assay.ledger.internal.claim;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.assay.accountant.numeric.Enclosure;

/** Numbers for people. */
public final class Numbers {
  /** Significant digits that are shown. */
  private static final int DIGITS = 5;

  /** Relative width of an enclosure below which both ends show the same digits. */
  private static final double NARROW = 1e-5;

  private Numbers() {}

  /**
   * A number to five digits.
   *
   * @param value any number
   * @return the nearest decimal of five digits
   */
  public static String about(double value) {
    return rounded(value, RoundingMode.HALF_EVEN);
  }

  /**
   * An enclosed value, to five digits.
   *
   * @param value the value
   * @return one number if the enclosure is narrow, otherwise both ends, rounded outward
   */
  public static String about(Enclosure value) {
    boolean narrow = value.lower() == value.upper() || value.relativeWidth() < NARROW;
    return narrow
        ? about(value.midpoint())
        : "[" + atMost(value.lower()) + ", " + atLeast(value.upper()) + "]";
  }

  /**
   * A number rounded down.
   *
   * @param value any number
   * @return a decimal of five digits, at most the number
   */
  public static String atMost(double value) {
    return rounded(value, RoundingMode.FLOOR);
  }

  /**
   * A number rounded up.
   *
   * @param value any number
   * @return a decimal of five digits, at least the number
   */
  public static String atLeast(double value) {
    return rounded(value, RoundingMode.CEILING);
  }

  /**
   * A number with the fewest digits that identify it.
   *
   * @param value any number
   * @return a decimal that reads back to the same number
   */
  public static String shortest(double value) {
    return Double.isFinite(value) ? plain(new BigDecimal(Double.toString(value))) : infinite(value);
  }

  private static String rounded(double value, RoundingMode mode) {
    return Double.isFinite(value)
        ? plain(new BigDecimal(value).round(new MathContext(DIGITS, mode)))
        : infinite(value);
  }

  private static String infinite(double value) {
    return value > 0 ? "infinite" : value < 0 ? "-infinite" : "undefined";
  }

  private static String plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    int magnitude = stripped.precision() - stripped.scale() - 1;
    boolean readable = magnitude >= -4 && magnitude < 8;
    if (stripped.signum() == 0 || readable) {
      return stripped.toPlainString();
    }
    BigDecimal mantissa = stripped.movePointLeft(magnitude).stripTrailingZeros();
    return mantissa.toPlainString() + "e" + magnitude;
  }
}
