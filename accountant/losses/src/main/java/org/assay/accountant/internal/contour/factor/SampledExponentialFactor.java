package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.ExponentialLosses;
import org.assay.accountant.internal.divergence.PairIntegrand;
import org.assay.accountant.numeric.Enclosure;

/**
 * Steps with {@link ExponentialLosses} on Poisson samples, one record removed or added: {@code M(s)
 * = E_Q[r^(1+s)]} or {@code E_Q[r^(-s)]} with {@code r = 1 - q + q e^u}. Q is the distribution
 * without the record, u the loss of an unsampled step. Proofs: {@code
 * doc-files/sampled-exponential-losses.md}.
 *
 * @param q sampling probability, from 1e-60 to below 1
 * @param losses the losses of an unsampled step
 */
public record SampledExponentialFactor(
    double q, ExponentialLosses losses, double count, boolean removing) implements LossFactor {
  /**
   * Points of rough moments per unit of the loss, between {@link #FEWEST_POINTS} and {@link
   * #MOST_POINTS}. Not tuned.
   */
  private static final double POINTS = 8;

  /** Smallest number of quadrature points. Not tuned. */
  private static final double FEWEST_POINTS = 12;

  /** Largest number of quadrature points. Not tuned: bounds the time. */
  private static final double MOST_POINTS = 64;

  /** Largest exponent for which a power's difference to 1 is a series. Not tuned. */
  private static final double SMALL = 1e-4;

  /**
   * Least exponent for which moments count as far above 1, and their integrands as steep. Not
   * tuned.
   */
  private static final double LARGE = 8;

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  /** {@code log M(c)} of one step. */
  Enclosure logMomentOfOne(double c) {
    double order = 1 + c;
    return losses.sampledRenyi(q, order, removing).times(Enclosure.exact(order).minus(1));
  }

  @Override
  public double roughLogMoment(double c) {
    double power = removing ? 1 + c : -c;
    double peak = largestLoss(1) * Math.abs(power);
    return count * (peak > LARGE ? peak + Math.log(steep(power, peak)) : flat(power));
  }

  /** Estimate of {@code log M} for a moment hardly above 1, by the midpoint rule. */
  private double flat(double power) {
    double e = losses.range().midpoint();
    double points = points(e);
    double step = 2 * e / points;
    double sum = 0;
    for (int i = 0; i < points; i++) {
      double u = -e + (i + 0.5) * step;
      sum += Math.exp(-0.5 * (u + e)) * rise(power, u);
    }
    sum *= scale() * step;
    if (losses.hasMasses()) {
      sum += 0.5 * (rise(power, -e) + Math.exp(-e) * rise(power, e));
    }
    return Math.log1p(sum);
  }

  /**
   * Estimate of {@code M e^-peak}. The integrand may be concentrated at one end, so its logarithm
   * is interpolated linearly.
   */
  private double steep(double power, double peak) {
    double e = losses.range().midpoint();
    double points = points(e);
    double step = 2 * e / points;
    double lowest = power * logRatio(-e) - peak;
    double before = lowest;
    double sum = 0;
    for (int i = 1; i <= points; i++) {
      double after = power * logRatio(-e + i * step) - 0.5 * i * step - peak;
      double rise = -Math.abs(after - before);
      sum += Math.exp(Math.max(after, before)) * (rise > -SMALL ? 1 : Math.expm1(rise) / rise);
      before = after;
    }
    sum *= scale() * step;
    return losses.hasMasses() ? sum + 0.5 * (Math.exp(lowest) + Math.exp(before)) : sum;
  }

  private double scale() {
    return Math.exp(losses.logScale().midpoint());
  }

  private static double points(double e) {
    return Math.floor(Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, POINTS * e)));
  }

  private double logRatio(double u) {
    return Math.log1p(q * Math.expm1(u));
  }

  /** {@code r^p - 1 - p (r - 1)}; the linear term has mean 0 because r has mean 1. */
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
            ? PairIntegrand.logMixture(q, losses.range())
            : PairIntegrand.logMixture(q, losses.range().negate()).negate();
    return largest.times(steps).upper();
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new SampledExponentialTransform(this, c, reach);
  }
}
