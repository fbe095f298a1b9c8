package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * The zero of a rising function on the positive half-line, by Newton's method within a bracket.
 *
 * <p>The working precision starts low and doubles as the steps shrink. The last step is below the
 * root of the wanted accuracy, and the remaining error is of the order of the step's square.
 */
final class RisingRoot {
  /** Working precision of the first steps. */
  private static final int FIRST_DIGITS = 20;

  /** Number of steps after which the search is given up. */
  private static final int MAXIMUM_STEPS = 2000;

  private final Function function;
  private final int digits;
  private BigDecimal low;
  private BigDecimal high;

  private RisingRoot(Function function, BigDecimal low, BigDecimal high, int digits) {
    this.function = function;
    this.digits = digits;
    this.low = low;
    this.high = high;
  }

  /** A rising function and its slope, with an absolute error of about {@code 10^-digits}. */
  interface Function {
    Point at(BigDecimal x, int digits);
  }

  /** A value and the slope there. */
  record Point(BigDecimal value, BigDecimal slope) {}

  /** The zero between two arguments, to about the given count of significant digits. */
  static BigDecimal between(Function function, BigDecimal low, BigDecimal high, int digits) {
    return new RisingRoot(function, low, high, digits).find();
  }

  /** The zero, searched in both directions from a positive guess. */
  static BigDecimal near(Function function, BigDecimal guess, int digits) {
    BigDecimal low = guess;
    BigDecimal high = guess;
    BigDecimal factor = BigDecimal.valueOf(2);
    while (function.at(high, FIRST_DIGITS).value().signum() < 0) {
      low = high;
      high = high.multiply(factor);
    }
    while (function.at(low, FIRST_DIGITS).value().signum() > 0) {
      high = low;
      low = Elementary.half(low).round(Elementary.context(FIRST_DIGITS));
    }
    return between(function, low, high, digits);
  }

  private BigDecimal find() {
    BigDecimal x = middle();
    int working = FIRST_DIGITS;
    for (int i = 0; i < MAXIMUM_STEPS; i++) {
      InterruptedComputationException.check();
      Point point = function.at(x, working + 5);
      narrow(x, point);
      BigDecimal next = newton(x, point, working);
      boolean inside = next.compareTo(low) >= 0 && next.compareTo(high) <= 0;
      if (!inside) {
        x = middle();
        continue;
      }
      int correct = sharedDigits(x, next);
      x = next;
      if (2 * correct >= digits + 4 && working >= digits + 4) {
        return x;
      }
      // Newton's method doubles the correct digits, as far as the working precision shows them.
      boolean settled = correct >= working / 2 - 2;
      working = settled ? Math.min(2 * working, Math.max(working, digits + 4)) : working;
    }
    throw new ArithmeticException("no zero found between " + low + " and " + high);
  }

  /**
   * Narrows the bracket, at some distance: rounding at low precision may give a wrong sign near the
   * zero.
   */
  private void narrow(BigDecimal x, Point point) {
    MathContext context = Elementary.context(FIRST_DIGITS);
    BigDecimal slack = x.multiply(BigDecimal.valueOf(1, FIRST_DIGITS / 2), context);
    if (point.value().signum() < 0) {
      low = low.max(x.subtract(slack));
    } else {
      high = high.min(x.add(slack));
    }
  }

  private static BigDecimal newton(BigDecimal x, Point point, int working) {
    if (point.slope().signum() <= 0) {
      return BigDecimal.ZERO;
    }
    MathContext context = Elementary.context(working + 10);
    return x.subtract(point.value().divide(point.slope(), context), context);
  }

  /** The geometric middle if the bracket spans magnitudes, else the arithmetic middle. */
  private BigDecimal middle() {
    MathContext context = Elementary.context(FIRST_DIGITS);
    boolean wide = low.signum() > 0 && high.compareTo(low.multiply(BigDecimal.valueOf(4))) > 0;
    return wide
        ? Elementary.sqrt(low.multiply(high, context), context)
        : Elementary.half(low.add(high, context)).round(context);
  }

  private static int sharedDigits(BigDecimal a, BigDecimal b) {
    BigDecimal step = a.subtract(b);
    return step.signum() == 0
        ? Integer.MAX_VALUE / 4
        : Elementary.magnitude(b) - Elementary.magnitude(step);
  }
}
