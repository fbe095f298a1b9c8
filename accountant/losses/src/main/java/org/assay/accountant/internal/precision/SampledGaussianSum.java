package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.numeric.InterruptedComputationException;

/**
 * The trapezoid sum of a {@link QuadraturePlan}, and the sums of the integrand times the logarithm
 * of the density ratio and times its square. The latter are the derivatives of the sum in the
 * power.
 *
 * <p>Along a run of nodes {@code e^u} is a geometric sequence, whose errors add up. The context has
 * digits for this growth, for the largest exponent and for the power that multiplies the logarithm.
 */
final class SampledGaussianSum {
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
    BigDecimal second = sumOfSquares.divide(sum, context).subtract(first.multiply(first), context);
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
        power.multiply(logRatio).subtract(Elementary.half(z.multiply(z))).subtract(scale, context);
    BigDecimal term = Elementary.exp(exponent, context);
    sum = sum.add(term, context);
    if (derivatives) {
      BigDecimal weighted = term.multiply(logRatio, context);
      sumOfLogs = sumOfLogs.add(weighted, context);
      sumOfSquares = sumOfSquares.add(weighted.multiply(logRatio, context), context);
    }
  }
}
