package org.assay.accountant.internal.precision;

import java.math.BigDecimal;
import java.math.MathContext;

/** Rényi divergences and log moments that need no integral. */
final class ClosedForms {
  private ClosedForms() {}

  /** Rényi divergence of the Laplace mechanism, with the absolute error {@code 10^-digits}. */
  static BigDecimal laplace(BigDecimal scale, BigDecimal order, int digits) {
    MathContext context = context(order, order.doubleValue() / scale.doubleValue(), digits);
    BigDecimal excess = order.subtract(BigDecimal.ONE);
    if (excess.signum() == 0) {
      BigDecimal rate = BigDecimal.ONE.divide(scale, context);
      BigDecimal decay = Elementary.exp(rate.negate(), context);
      return rate.add(decay).subtract(BigDecimal.ONE);
    }
    BigDecimal rise = Elementary.exp(excess.divide(scale, context), context);
    BigDecimal fall = Elementary.exp(order.negate().divide(scale, context), context);
    BigDecimal mean = order.multiply(rise).add(excess.multiply(fall));
    BigDecimal ratio = mean.divide(order.add(excess), context);
    return Elementary.log(ratio, context).divide(excess, context);
  }

  /** Rényi divergence of binary randomized response, with the absolute error {@code 10^-digits}. */
  static BigDecimal randomizedResponse(BigDecimal truth, BigDecimal order, int digits) {
    BigDecimal lie = BigDecimal.ONE.subtract(truth);
    double odds = truth.doubleValue() / lie.doubleValue();
    MathContext context = context(order, order.doubleValue() * Math.abs(Math.log(odds)), digits);
    BigDecimal excess = order.subtract(BigDecimal.ONE);
    BigDecimal logOdds = Elementary.log(truth.divide(lie, context), context);
    if (excess.signum() == 0) {
      return truth.subtract(lie).multiply(logOdds, context);
    }
    BigDecimal tilt = Elementary.exp(excess.multiply(logOdds), context);
    BigDecimal mean = truth.multiply(tilt).add(lie.divide(tilt, context), context);
    return Elementary.log(mean, context).divide(excess, context);
  }

  /** {@code K(b) = rho b (1 + b)}. */
  static LogMoment zeroConcentrated(BigDecimal rho) {
    return (b, digits) -> {
      BigDecimal next = b.add(BigDecimal.ONE);
      return new LogMoment.Derivatives(
          rho.multiply(b).multiply(next), rho.multiply(b.add(next)), rho.multiply(Elementary.TWO));
    };
  }

  /** Log moment of one sampled Gaussian step, for every sampling probability. */
  static LogMoment sampledGaussian(double q, double sigma) {
    BigDecimal deviation = new BigDecimal(sigma);
    if (q == 0) {
      return zeroConcentrated(BigDecimal.ZERO);
    }
    if (q == 1) {
      BigDecimal twice = deviation.pow(2).multiply(Elementary.TWO);
      return (b, digits) ->
          zeroConcentrated(BigDecimal.ONE.divide(twice, context(b, b.doubleValue(), digits)))
              .at(b, digits);
    }
    return new SampledGaussianMoment(new BigDecimal(q), deviation);
  }

  private static MathContext context(BigDecimal order, double exponent, int digits) {
    return Elementary.context(
        digits + 10 + Elementary.digitsOf(exponent) + Elementary.digitsOf(order.doubleValue()));
  }
}
