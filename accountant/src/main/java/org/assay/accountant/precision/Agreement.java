package org.assay.accountant.precision;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.IntFunction;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Correct digits by an a-posteriori estimate: a formula is evaluated at growing working precision,
 * until two evaluations in a row agree to two digits more than asked for.
 *
 * <p>The working precision also sets steps, windows and stopping rules, so the two evaluations
 * share no node and no cut. It grows by at least {@link #GUARD} digits each time: where the lower
 * one suffers from cancellation, the higher one differs from it.
 */
final class Agreement {
  private static final int GUARD = 12;

  /** Beyond the wanted digits, so that rounding stays below one unit of the last of them. */
  private static final int MARGIN = 2;

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

  /** All of them, unless the number is 0 and so tells nothing. */
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
