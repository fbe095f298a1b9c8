package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Moments {@code E[r^power]} of the density ratio {@code r = 1 - q + q e^u} of the sampled
 * Gaussian, {@code u = z/σ - 1/(2σ²)}, z ~ N(0, 1). The trapezoid rule is applied to the power
 * itself, unlike in the binary64 path, which subtracts 1 first. Higher precision replaces the
 * digits that cancel in {@code E[r^power] - 1}. Proofs: {@code
 * doc-files/precise-sampled-gaussian.md}.
 */
final class SampledGaussianMoment implements LogMoment {
  /** Largest integer order that is summed by the binomial theorem. */
  private static final int LARGEST_CLOSED_ORDER = 1024;

  private final BigDecimal q;
  private final BigDecimal sigma;

  SampledGaussianMoment(BigDecimal q, BigDecimal sigma) {
    this.q = q;
    this.sigma = sigma;
  }

  /** {@code log E[r^(1+b)]} and its derivatives in b. */
  @Override
  public Derivatives at(BigDecimal b, int digits) {
    return sum(b.add(BigDecimal.ONE), digits, true);
  }

  /** {@code log E[r^order]}, with an absolute error of about {@code 10^-digits}. */
  BigDecimal logForward(BigDecimal order, int digits) {
    boolean closed =
        order.compareTo(BigDecimal.valueOf(LARGEST_CLOSED_ORDER)) <= 0
            && order.stripTrailingZeros().scale() <= 0;
    return closed
        ? logByBinomialTheorem(order.intValueExact(), digits)
        : logByQuadrature(order, digits);
  }

  /** {@code log E[r^(1-order)]}, with an absolute error of about {@code 10^-digits}. */
  BigDecimal logReverse(BigDecimal order, int digits) {
    return logByQuadrature(BigDecimal.ONE.subtract(order), digits);
  }

  BigDecimal logByQuadrature(BigDecimal power, int digits) {
    return sum(power, digits, false).value();
  }

  /** {@code E[r^n] = Σ_k C(n,k) (1-q)^(n-k) q^k e^(k(k-1)/(2σ²))}, all terms positive. */
  BigDecimal logByBinomialTheorem(int order, int digits) {
    double exponent = order / Math.pow(sigma.doubleValue(), 2);
    MathContext context =
        Elementary.context(digits + 10 + Elementary.digitsOf(order * (order + exponent)));
    BigDecimal rest = BigDecimal.ONE.subtract(q);
    BigDecimal odds = q.divide(rest, context);
    BigDecimal variance = sigma.multiply(sigma);
    BigDecimal growth = Elementary.exp(BigDecimal.ONE.divide(variance, context), context);
    BigDecimal term = rest.pow(order, context);
    BigDecimal sum = term;
    for (int k = 0; k < order; k++) {
      // The exponent grows by k/σ² from k to k + 1.
      BigDecimal binomial =
          BigDecimal.valueOf(order - k).divide(BigDecimal.valueOf(k + 1L), context);
      term = term.multiply(odds, context).multiply(binomial, context);
      sum = sum.add(term, context);
      odds = odds.multiply(growth, context);
    }
    return Elementary.log(sum, context);
  }

  private Derivatives sum(BigDecimal power, int digits, boolean derivatives) {
    QuadraturePlan plan =
        new QuadraturePlan(q.doubleValue(), sigma.doubleValue(), power.doubleValue(), digits + 3);
    SampledGaussianSum sum = new SampledGaussianSum(q, sigma, power, plan, digits, derivatives);
    return sum.derivatives();
  }
}
