package org.assay.verify.training;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.NormalTail;

/**
 * Lower bounds of {@code Φ(Φ⁻¹(x) - mu)}, the least probability that mu-Gaussian differential
 * privacy leaves to an event of probability x. A library guesses the quantile; the guess is lowered
 * until an enclosure of the distribution function proves that it is low enough.
 */
final class GaussianTail implements DoubleUnaryOperator {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  /** Relative amount by which a guess is lowered at first. */
  private static final double MARGIN = 1e-13;

  private final Enclosure mu;

  GaussianTail(double mu) {
    this.mu = Enclosure.exact(mu);
  }

  @Override
  public double applyAsDouble(double probability) {
    if (probability <= 0) {
      return 0;
    }
    return probability >= 1
        ? 1
        : NormalTail.upperTail(mu.minus(quantileBelow(probability))).lower();
  }

  private static double quantileBelow(double probability) {
    double guess = STANDARD.inverseCumulativeProbability(probability);
    double margin = MARGIN * (1 + Math.abs(guess));
    double low = guess - margin;
    while (NormalTail.upperTail(Enclosure.exact(-low)).upper() > probability) {
      margin *= 4;
      low = guess - margin;
    }
    return low;
  }
}
