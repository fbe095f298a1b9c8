package org.assay.ledger.internal.claim;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.internal.precision.PreciseFunctions;

/** Arithmetic for rechecks, with more digits than {@link Recheck#DIGITS}. */
public final class Precise {
  /**
   * Digits of every operation: enough for {@link Recheck#DIGITS} correct ones after a few
   * operations.
   */
  private static final MathContext CONTEXT = new MathContext(Recheck.DIGITS + 30);

  /** Correct digits of {@link #upperTail}, whose argument is rounded. */
  public static final int TAIL_DIGITS = 11;

  /** Largest argument of {@link #upperTail}; larger ones count as this one. */
  private static final double FARTHEST = 30;

  private Precise() {}

  /**
   * A double as an exact decimal.
   *
   * @param value finite
   * @return the number
   */
  public static BigDecimal exactly(double value) {
    return new BigDecimal(value);
  }

  /**
   * Quotient.
   *
   * @param a dividend
   * @param b divisor, not 0
   * @return a/b
   */
  public static BigDecimal divide(BigDecimal a, BigDecimal b) {
    return a.divide(b, CONTEXT);
  }

  /**
   * Product, rounded.
   *
   * @param a one factor
   * @param b the other
   * @return ab
   */
  public static BigDecimal multiply(BigDecimal a, BigDecimal b) {
    return a.multiply(b, CONTEXT);
  }

  /**
   * Square root.
   *
   * @param a at least 0
   * @return its root
   */
  public static BigDecimal sqrt(BigDecimal a) {
    return BigDecimalMath.sqrt(a, CONTEXT);
  }

  /**
   * Natural logarithm.
   *
   * @param a above 0
   * @return its logarithm
   */
  public static BigDecimal log(BigDecimal a) {
    return BigDecimalMath.log(a, CONTEXT);
  }

  /**
   * Exponential.
   *
   * @param a the exponent
   * @return e to its power
   */
  public static BigDecimal exp(BigDecimal a) {
    return BigDecimalMath.exp(a, CONTEXT);
  }

  /**
   * A lower bound of the delta of a Gaussian mechanism: mu is rounded down to a double.
   *
   * @param mu sensitivity over standard deviation, above 0
   * @param epsilon at least 0
   * @return a lower bound; its relative error is below 1e-13 if delta is not tiny
   */
  public static BigDecimal gaussianDelta(BigDecimal mu, double epsilon) {
    return PreciseFunctions.gaussianDelta(below(mu), epsilon, Recheck.DIGITS).value();
  }

  /**
   * Upper tail of the standard normal distribution, from {@code δ = 2 Φ(mu/2) - 1} of the Gaussian
   * mechanism at ε = 0.
   *
   * @param t rounded to the nearest double, and at most {@value #FARTHEST}: beyond, the result is
   *     an upper bound
   * @return the probability of more than t, with {@link #TAIL_DIGITS} correct digits
   */
  public static BigDecimal upperTail(BigDecimal t) {
    double far = Math.min(FARTHEST, t.abs().doubleValue());
    double mu = 2 * far;
    // A tail of 10^-k is computed as a difference from 1, which loses k digits.
    int digits = TAIL_DIGITS + 6 + (int) (far * far / (2 * Math.log(10)));
    BigDecimal delta =
        mu == 0 ? BigDecimal.ZERO : PreciseFunctions.gaussianDelta(mu, 0, digits).value();
    BigDecimal half = exactly(0.5);
    BigDecimal tail = half.subtract(delta.multiply(half));
    return t.signum() >= 0 ? tail : BigDecimal.ONE.subtract(tail);
  }

  /** The largest double that is at most a positive number. */
  private static double below(BigDecimal value) {
    double nearest = value.doubleValue();
    return new BigDecimal(nearest).compareTo(value) > 0 ? Math.nextDown(nearest) : nearest;
  }
}
