package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * The mixtures {@code (1-q) N(0,1) + q N(±mu,1)}, whose densities over φ are {@code r± = 1 - q + q
 * e^(±mu x - mu²/2)}: weight {@code φ r₋}, {@code L = log(r₊/r₋)}.
 */
final class AntipodalGaussianIntegrand extends SymmetricIntegrand {
  private final double q;
  private final double mu;
  private final Enclosure halfSquare;

  AntipodalGaussianIntegrand(double q, double mu, double order) {
    super(order);
    this.q = q;
    this.mu = mu;
    this.halfSquare = Enclosure.exact(mu).square().times(0.5);
  }

  @Override
  Enclosure logWeight(Enclosure x) {
    return logNormal(x).plus(lower(x));
  }

  private Enclosure lower(Enclosure x) {
    return logMixture(q, x.times(-mu).minus(halfSquare));
  }

  @Override
  Enclosure logRatio(Enclosure x) {
    Enclosure v = x.times(mu);
    Enclosure upper = v.minus(halfSquare);
    Enclosure lower = lower(x);
    Enclosure difference = logMixture(q, upper).minus(lower);
    if (difference.lower() > 1) {
      return difference;
    }
    Enclosure gap = upper.exp().times(v.times(-2).expm1().negate()).times(q);
    return gap.times(lower.negate().exp()).log1p();
  }

  @Override
  double roughLog(double x) {
    double v = x * mu;
    double half = mu * mu / 2;
    double lower = preciseLogMixture(q, -v - half);
    double gap = q * Math.exp(v - half - lower) * -Math.expm1(-2 * v);
    double ratio = gap < 1e300 ? Math.log1p(gap) : preciseLogMixture(q, v - half) - lower;
    return roughLog(-x * x / 2 - LOG_SQRT_TWO_PI + lower, ratio);
  }

  @Override
  double logSupremum(double from, double to, double height) {
    double tau = mu * height;
    if (!(tau <= 1.2)) {
      return Double.POSITIVE_INFINITY;
    }
    double a = 1 + b;
    double half = mu * mu / 2;
    double far = mu * Math.max(Math.abs(from), Math.abs(to));
    double cosine = Math.log(Math.cos(tau / 2));
    double plusHigh = logMixture(q, mu * to - half);
    double plusLow = logMixture(q, mu * from - half) + cosine;
    double minusHigh = logMixture(q, -mu * from - half);
    double minusLow = logMixture(q, -mu * to - half) + cosine;
    double highest = logMixture(q, far - half);
    double lowest = Math.log((1 - q) + q * Math.exp(-far - half) * Math.cos(tau));
    double sine = far > 300 ? far : Math.log(Math.hypot(Math.sinh(far), Math.sin(tau)));
    double distance = Math.log(2 * q) - half + sine;
    double close =
        -b * (minusLow + plusLow)
            + Math.log(a * b)
            + 2 * distance
            + b * highest
            + (b - 1) * (b >= 1 ? highest : lowest);
    double apart =
        Math.log(4)
            + Math.max(
                Math.max(plusHigh, minusHigh),
                Math.max(a * plusHigh - b * minusLow, a * minusHigh - b * plusLow));
    return logNormalSupremum(from, to, height) + Math.min(close, apart);
  }

  /**
   * The integrand is at most {@code φ r₊^a r₋^(-b)}, whose logarithm falls at rate {@code x - a mu
   * - b mu p}, p the share of the far component in r₋, which falls itself.
   */
  @Override
  double logTail(double cut) {
    double a = 1 + b;
    double low = -mu * cut - mu * mu / 2;
    double share = q * Math.exp(low) / ((1 - q) + q * Math.exp(low)) * (1 + 0x1p-40);
    double fall = cut - (a * mu + b * mu * share) * (1 + 0x1p-40);
    return fall > 0.5
        ? -cut * cut / 2
            - LOG_SQRT_TWO_PI
            + a * logMixture(q, mu * cut - mu * mu / 2)
            - b * logMixture(q, low)
            - Math.log(fall)
        : Double.POSITIVE_INFINITY;
  }
}
