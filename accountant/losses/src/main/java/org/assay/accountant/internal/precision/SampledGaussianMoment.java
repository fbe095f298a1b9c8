package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * Moments {@code E[r^power]} of the density ratio {@code r = 1 - q + q e^u} of the sampled
 * Gaussian, {@code u = z/σ - 1/(2σ²)}, z ~ N(0, 1). The trapezoid rule is applied to the power
 * itself, unlike in the binary64 path, which subtracts 1 first. Higher precision replaces the
 * digits that cancel in {@code E[r^power] - 1}. Proofs: {@code
 * doc-files/precise-sampled-gaussian.md}.
 */
final class SampledGaussianMoment implements LogMoment {
  /**
   * Largest integer order that is summed by the binomial theorem; quadrature is used beyond. Not
   * tuned.
   */
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

  /**
   * The trapezoid sum of a {@link QuadraturePlan}, and the sums of the integrand times the
   * logarithm of the density ratio and times its square. The latter are the derivatives of the sum
   * in the power.
   *
   * <p>Along a run of nodes {@code e^u} is a geometric sequence, whose errors add up. The context
   * has digits for this growth, for the largest exponent and for the power that multiplies the
   * logarithm.
   */
  private static final class SampledGaussianSum {
    private final BigDecimal q;
    private final BigDecimal rest;
    private final BigDecimal sigma;
    private final BigDecimal power;
    private final QuadraturePlan plan;
    private final boolean derivatives;
    private final MathContext context;
    private final BigDecimal scale;
    private BigDecimal ratio = BigDecimal.ONE;
    private BigDecimal logRatio = BigDecimal.ZERO;
    private BigDecimal sum = BigDecimal.ZERO;
    private BigDecimal sumOfLogs = BigDecimal.ZERO;
    private BigDecimal sumOfSquares = BigDecimal.ZERO;

    SampledGaussianSum(
        BigDecimal q,
        BigDecimal sigma,
        BigDecimal power,
        QuadraturePlan plan,
        int digits,
        boolean derivatives) {
      this.q = q;
      this.rest = BigDecimal.ONE.subtract(q);
      this.sigma = sigma;
      this.power = power;
      this.plan = plan;
      this.derivatives = derivatives;
      this.scale = new BigDecimal(plan.scale);
      long longest = 0;
      for (long[] window : plan.windows()) {
        longest = Math.max(longest, window[1] - window[0]);
      }
      double errorGrowth = plan.largestSummand + Math.abs(power.doubleValue()) * longest;
      this.context = Elementary.context(digits + 8 + Elementary.digitsOf(errorGrowth));
      for (long[] window : plan.windows()) {
        addWindow(window[0], window[1]);
      }
    }

    LogMoment.Derivatives derivatives() {
      BigDecimal root = Elementary.sqrt(Elementary.pi(context).multiply(Elementary.TWO), context);
      BigDecimal mean = sum.multiply(new BigDecimal(plan.step)).divide(root, context);
      BigDecimal value = Elementary.log(mean, context).add(scale, context);
      BigDecimal first = sumOfLogs.divide(sum, context);
      BigDecimal second =
          sumOfSquares.divide(sum, context).subtract(first.multiply(first), context);
      return new LogMoment.Derivatives(value, first, second);
    }

    private void addWindow(long first, long last) {
      BigDecimal step = new BigDecimal(plan.step);
      BigDecimal factor = Elementary.exp(step.divide(sigma, context), context);
      BigDecimal growth = BigDecimal.ZERO;
      for (long k = first; k <= last; k++) {
        InterruptedComputationException.check();
        if (!plan.matters(k * plan.step)) {
          growth = BigDecimal.ZERO;
          continue;
        }
        BigDecimal z = step.multiply(BigDecimal.valueOf(k));
        growth = growth.signum() == 0 ? growthAt(z) : growth.multiply(factor, context);
        addNode(z, growth);
      }
    }

    /** {@code q e^u}. */
    private BigDecimal growthAt(BigDecimal z) {
      BigDecimal twice = sigma.multiply(Elementary.TWO);
      // u = (2 σ z - 1)/(2 σ²) cancels near z = 1/(2σ); the numerator is exact.
      BigDecimal u =
          twice.multiply(z).subtract(BigDecimal.ONE).divide(twice.multiply(sigma), context);
      return q.multiply(Elementary.exp(u, context), context);
    }

    private void addNode(BigDecimal z, BigDecimal growth) {
      BigDecimal here = rest.add(growth, context);
      if (here.compareTo(ratio) != 0) {
        ratio = here;
        logRatio = Elementary.log(here, context);
      }
      BigDecimal exponent =
          power
              .multiply(logRatio)
              .subtract(Elementary.half(z.multiply(z)))
              .subtract(scale, context);
      BigDecimal term = Elementary.exp(exponent, context);
      sum = sum.add(term, context);
      if (derivatives) {
        BigDecimal weighted = term.multiply(logRatio, context);
        sumOfLogs = sumOfLogs.add(weighted, context);
        sumOfSquares = sumOfSquares.add(weighted.multiply(logRatio, context), context);
      }
    }
  }
}
