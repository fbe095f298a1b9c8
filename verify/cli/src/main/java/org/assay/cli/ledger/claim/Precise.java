package org.assay.cli.ledger.claim;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.precision.PreciseFunctions;

/** Arithmetic for rechecks, with more digits than {@link Recheck#DIGITS}. */
public final class Precise {
  /** Far more digits than any recheck needs, so that a few operations leave enough of them. */
  private static final MathContext CONTEXT = new MathContext(Recheck.DIGITS + 30);

  private Precise() {}

  /**
   * A double as the number it is.
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
   * Delta of a Gaussian mechanism, from below: at the largest double that is not above mu.
   *
   * @param mu sensitivity over standard deviation, above 0
   * @param epsilon at least 0
   * @return a lower bound on delta, short of it by less than a relative 1e-13 where delta is not
   *     tiny
   */
  public static BigDecimal gaussianDelta(BigDecimal mu, double epsilon) {
    return PreciseFunctions.gaussianDelta(below(mu), epsilon, Recheck.DIGITS).value();
  }

  /** The largest double that is not above a positive number. */
  private static double below(BigDecimal value) {
    double nearest = value.doubleValue();
    return new BigDecimal(nearest).compareTo(value) > 0 ? Math.nextDown(nearest) : nearest;
  }
}
