package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * Gaussian noise on a sample of fixed size, in {@code s = x - mu/2}: u = mu s, L = log(1-q+qe^u).
 */
public final class FixedSizeGaussianIntegrand extends SymmetricIntegrand {
  private final Enclosure share;
  private final Enclosure distance;
  private final double q;
  private final double mu;

  public FixedSizeGaussianIntegrand(Enclosure share, Enclosure distance, double order) {
    super(order);
    this.share = share;
    this.distance = distance;
    this.q = share.upper();
    this.mu = distance.upper();
  }

  @Override
  Enclosure logWeight(Enclosure s) {
    return logNormal(s.plus(distance.times(0.5)));
  }

  @Override
  Enclosure logRatio(Enclosure s) {
    return logMixture(share, s.times(distance));
  }

  @Override
  double roughLog(double s) {
    double x = s + mu / 2;
    return roughLog(-x * x / 2 - LOG_SQRT_TWO_PI, preciseLogMixture(q, s * mu));
  }

  @Override
  double logSupremum(double from, double to, double height) {
    double tau = mu * height;
    if (!(tau < 3.1)) {
      return Double.POSITIVE_INFINITY;
    }
    double largest = Math.max(0, logMixture(q, mu * to));
    double smallest = Math.min(0, logMixture(q, mu * from)) + Math.log(Math.cos(tau / 2));
    double distance = Math.log(q) + logExpm1(mu * from, mu * to, tau);
    double a = 1 + b;
    double rise = Math.min(Math.log(a) + distance + b * largest, logSum(a * largest, 0));
    double fall = Math.min(Math.log(b) + distance - a * smallest, logSum(-b * smallest, 0));
    return logNormalSupremum(from + mu / 2, to + mu / 2, height) + rise + fall;
  }

  /** The integrand is at most {@code φ r^a}, whose logarithm falls at rate {@code x - a mu}. */
  @Override
  public double logTail(double cut) {
    double x = cut + mu / 2;
    double fall = (x - (1 + b) * mu) * (1 - 0x1p-40);
    return fall > 0.5
        ? -x * x / 2 - LOG_SQRT_TWO_PI + (1 + b) * logMixture(q, mu * cut) - Math.log(fall)
        : Double.POSITIVE_INFINITY;
  }
}
