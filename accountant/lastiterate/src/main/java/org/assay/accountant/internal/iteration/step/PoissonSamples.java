package org.assay.accountant.internal.iteration.step;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/** Sizes of Poisson samples, and how large one may be for a step along it to contract. */
final class PoissonSamples {
  private PoissonSamples() {}

  /** The largest sample along whose gradient a step of convex losses contracts. */
  static double contractiveSize(NoisySgd settings) {
    double curvature = Rounding.multiplyUp(settings.stepSize(), settings.smoothness());
    double twice = 2 * (double) settings.batchSize();
    return curvature == 0 ? Double.POSITIVE_INFINITY : Rounding.divideDown(twice, curvature);
  }

  /**
   * Logarithm of a bound of the probability that a sample with one more record than drawn exceeds
   * the capacity: with mean b, {@code Pr[N ≥ x] ≤ exp(x - b - x log(x/b))} for x above b.
   */
  static double logTail(double batch, double capacity) {
    double threshold = Math.floor(capacity);
    if (!(threshold > batch)) {
      return 0;
    }
    Enclosure x = Enclosure.exact(threshold);
    Enclosure exponent = x.minus(batch).minus(x.times(x.dividedBy(batch).log()));
    return Math.min(0, exponent.upper());
  }
}
