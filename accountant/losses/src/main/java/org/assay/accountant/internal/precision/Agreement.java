package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.IntFunction;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Correct digits by an a-posteriori estimate. A formula is evaluated at growing working precision,
 * until two evaluations in a row agree to two digits more than asked for.
 *
 * <p>The working precision also sets mesh, truncation and stopping rules, so the two evaluations
 * share no node. The precision grows by at least {@link #GUARD} digits: if the lower evaluation
 * suffers from cancellation, the higher one differs.
 */
final class Agreement {
  /** Smallest increase of the working precision, in digits. */
  private static final int GUARD = 12;

  /**
   * Digits of agreement beyond the wanted ones, so that rounding stays below one unit of the last
   * wanted digit.
   */
  private static final int MARGIN = 2;

  /** Largest working precision beyond the wanted digits. */
  private static final int MAXIMUM_LOSS = 3000;

  private Agreement() {}

  /**
   * The value of a formula.
   *
   * @param digits the significant digits wanted
   * @param formula evaluates with an error of about {@code 10^-working}, relative to the largest
   *     number that it meets; never exactly 0
   */
  static PreciseValue of(int digits, IntFunction<BigDecimal> formula) {
    int working = digits + GUARD;
    BigDecimal previous = formula.apply(working);
    while (working < digits + MAXIMUM_LOSS) {
      InterruptedComputationException.check();
      int missing = Math.max(0, digits + MARGIN - leadingDigits(previous));
      working += GUARD + Math.min(missing, working);
      BigDecimal next = formula.apply(working);
      int agreed = agreedDigits(previous, next);
      if (agreed >= digits + MARGIN) {
        return new PreciseValue(next.round(new MathContext(digits)), digits);
      }
      working += Math.min(digits + MARGIN - agreed, working);
      previous = next;
    }
    throw new ArithmeticException(
        digits + " digits asked for, but no agreement at a working precision of " + working);
  }

  /** Practically infinite, or 0 for the number 0, which tells nothing. */
  private static int leadingDigits(BigDecimal value) {
    return value.signum() == 0 ? 0 : Integer.MAX_VALUE / 2;
  }

  private static int agreedDigits(BigDecimal a, BigDecimal b) {
    if (a.signum() == 0 || b.signum() == 0) {
      return 0;
    }
    BigDecimal difference = a.subtract(b);
    return difference.signum() == 0
        ? Integer.MAX_VALUE
        : Math.max(0, Elementary.magnitude(b) - Elementary.magnitude(difference) - 1);
  }
}
