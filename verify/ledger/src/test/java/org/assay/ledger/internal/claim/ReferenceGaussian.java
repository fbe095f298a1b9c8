package org.assay.ledger.internal.claim;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The normal law and the Gaussian mechanism by a series of positive terms, {@code Φ(t) = 1/2 + φ(t)
 * Σ t^(2k+1)/(1·3·…·(2k+1))}: nothing that the ledger computes with.
 */
public final class ReferenceGaussian {
  private static final int DIGITS = 30;

  private ReferenceGaussian() {}

  /** {@code Pr[N(0,1) > t]} to 20 digits or more. */
  public static BigDecimal upperTail(BigDecimal t) {
    double far = t.doubleValue();
    MathContext context = new MathContext(DIGITS + 10 + (int) (far * far / 4));
    BigDecimal square = t.multiply(t, context);
    BigDecimal term = t;
    BigDecimal sum = BigDecimal.ZERO;
    for (int odd = 3; term.abs().compareTo(negligible(context)) > 0; odd += 2) {
      sum = sum.add(term, context);
      term = term.multiply(square, context).divide(BigDecimal.valueOf(odd), context);
    }
    BigDecimal two = BigDecimal.valueOf(2);
    BigDecimal density =
        BigDecimalMath.exp(square.negate().divide(two, context), context)
            .divide(
                BigDecimalMath.sqrt(two.multiply(BigDecimalMath.pi(context)), context), context);
    return BigDecimal.valueOf(0.5).subtract(density.multiply(sum, context));
  }

  private static BigDecimal negligible(MathContext context) {
    return BigDecimal.ONE.scaleByPowerOfTen(-context.getPrecision());
  }

  /** {@code Pr[N(0,1) > t]}. */
  public static double upperTail(double t) {
    return upperTail(new BigDecimal(t)).doubleValue();
  }

  /** {@code Pr[N(mu,1) > t] - e^ε Pr[N(0,1) > t]} at the best t, which is {@code ε/mu + mu/2}. */
  public static BigDecimal delta(BigDecimal mu, BigDecimal epsilon) {
    MathContext context = new MathContext(2 * DIGITS);
    BigDecimal threshold =
        epsilon.divide(mu, context).add(mu.divide(BigDecimal.valueOf(2), context));
    BigDecimal growth = BigDecimalMath.exp(epsilon, context);
    return upperTail(threshold.subtract(mu))
        .subtract(growth.multiply(upperTail(threshold), context));
  }

  /** The same for doubles as they are. */
  public static double delta(double mu, double epsilon) {
    return delta(new BigDecimal(mu), new BigDecimal(epsilon)).doubleValue();
  }

  /** The largest mu whose delta is at most so much, by bisection. */
  public static double mu(double epsilon, double delta) {
    double low = 1e-3;
    double high = 100;
    for (int i = 0; i < 50; i++) {
      double middle = Math.sqrt(low * high);
      boolean above = delta(middle, epsilon) > delta;
      high = above ? middle : high;
      low = above ? low : middle;
    }
    return low;
  }
}
