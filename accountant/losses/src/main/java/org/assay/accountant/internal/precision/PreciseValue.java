package org.assay.accountant.internal.precision;

import java.math.BigDecimal;

/**
 * A number with a stated count of correct significant digits.
 *
 * @param value the number, rounded to that count of digits; the error is below one unit of the last
 *     digit
 * @param digits the count, at least 1
 */
public record PreciseValue(BigDecimal value, int digits) {
  /**
   * Checks the count.
   *
   * @throws IllegalArgumentException if the count is below 1
   */
  public PreciseValue {
    if (!(digits >= 1)) {
      throw new IllegalArgumentException("digits was " + digits + ": it must be at least 1");
    }
  }

  /** The number in decimal. */
  @Override
  public String toString() {
    return value.toString();
  }
}
