package org.assay.accountant.divergence;

import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;

/**
 * Laplace steps on Poisson samples, one record removed or added: {@code M(s) = E_Q[r^(1+s)]} or
 * {@code E_Q[r^(-s)]} with {@code r = 1 - q + q e^u}, u the loss of an unsampled step and Q the law
 * without the record. Proofs: {@code doc-files/sampled-laplace.md}.
 *
 * @param q sampling probability, from 1e-60 to below 1
 * @param ratio an enclosure of sensitivity over scale, above 0
 */
record SampledLaplaceFactor(double q, Enclosure ratio, double count, boolean removing)
    implements LossFactor {
  /** So many points per unit of the loss are enough to steer by, within these limits. */
  private static final double ROUGH_POINTS = 8;

  private static final double FEWEST_POINTS = 12;
  private static final double MOST_POINTS = 64;

  /** Powers of ratios this close to 1 are differences by their series. */
  private static final double SMALL = 1e-4;

  private static final double LARGE = 300;

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  /** {@code log M(c)} of one step. */
  Enclosure logMomentOfOne(double c) {
    double order = 1 + c;
    Enclosure divergence =
        removing
            ? SampledLaplace.renyiForward(q, ratio, order)
            : SampledLaplace.renyiReverse(q, ratio, order);
    return divergence.times(Enclosure.exact(order).minus(1));
  }

  @Override
  public double roughLogMoment(double c) {
    double power = removing ? 1 + c : -c;
    double peak = largestLoss(1) * Math.abs(power);
    return peak > LARGE
        ? count * (peak + Math.log(mean(u -> Math.exp(power * logRatio(u) - peak))))
        : count * Math.log1p(mean(u -> rise(power, u)));
  }

  /** About the mean under Q. */
  private double mean(DoubleUnaryOperator function) {
    double e = ratio.midpoint();
    double atoms = function.applyAsDouble(-e) + Math.exp(-e) * function.applyAsDouble(e);
    double points = Math.floor(Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, ROUGH_POINTS * e)));
    double step = 2 * e / points;
    double sum = 0;
    for (int i = 0; i < points; i++) {
      double u = -e + (i + 0.5) * step;
      sum += Math.exp(-0.5 * (u + e)) * function.applyAsDouble(u);
    }
    return 0.5 * atoms + 0.25 * step * sum;
  }

  private double logRatio(double u) {
    return Math.log1p(q * Math.expm1(u));
  }

  /** {@code r^p - 1 - p (r - 1)}: the mean of r is 1. */
  private double rise(double power, double u) {
    double x = q * Math.expm1(u);
    double exponent = power * logRatio(u);
    return Math.abs(exponent) < SMALL
        ? 0.5 * power * (power - 1) * x * x
        : Math.expm1(exponent) - power * x;
  }

  @Override
  public double largestLoss() {
    return largestLoss(count);
  }

  private double largestLoss(double steps) {
    Enclosure largest =
        removing
            ? PairIntegrand.logMixture(q, ratio)
            : PairIntegrand.logMixture(q, ratio.negate()).negate();
    return largest.times(steps).upper();
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new SampledLaplaceTransform(this, c, reach);
  }
}
