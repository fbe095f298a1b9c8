package org.assay.verify.catalogue;

import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.verify.trial.Outcome;

/** Laws of numbers with Gaussian noise, and the noise that a claim needs. */
final class GaussianLaw {
  private static final int CELLS = 1000;
  private static final double REACH = 6;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private GaussianLaw() {}

  /** Noise sigma around one centre on the left and another on the right. */
  static ExactLaw ofShift(double left, double right, double sigma, ToDoubleFunction<Outcome> of) {
    double low = Math.min(left, right) - REACH * sigma;
    double high = Math.max(left, right) + REACH * sigma;
    return ExactLaw.ofNumber(
        ExactLaw.cuts(low, high, CELLS), x -> cdf(x, left, sigma), x -> cdf(x, right, sigma), of);
  }

  static double cdf(double x, double mean, double sigma) {
    return NORMAL.cumulativeProbability((x - mean) / sigma);
  }

  /** Delta of shift mu at noise 1, by the closed form of Balle and Wang. */
  static double delta(double mu, double epsilon) {
    return NORMAL.cumulativeProbability(mu / 2 - epsilon / mu)
        - Math.exp(epsilon) * NORMAL.cumulativeProbability(-mu / 2 - epsilon / mu);
  }

  /** Smallest noise for shift 1 under the claim, rounded up. */
  static double sigma(double epsilon, double delta) {
    double low = 1e-3;
    double high = 1e3;
    while (high - low > 1e-10 * high) {
      double middle = (low + high) / 2;
      boolean enough = delta(1 / middle, epsilon) <= delta;
      high = enough ? middle : high;
      low = enough ? low : middle;
    }
    return high * (1 + 1e-9);
  }

  /** The textbook noise for shift 1, which needs epsilon to be at most 1. */
  static double classicSigma(double epsilon, double delta) {
    return Math.sqrt(2 * Math.log(1.25 / delta)) / epsilon;
  }
}
