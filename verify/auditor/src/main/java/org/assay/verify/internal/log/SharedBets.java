package org.assay.verify.internal.log;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * One bettor who follows several others, with weights that depend on the past. For any weights, an
 * average of factors with expectation at most 1 has expectation at most 1. The wealth therefore
 * reaches 1/alpha with probability at most alpha ([@Ville1939], {@code
 * doc-files/training-logs.md}). After each step a share of the weights is divided evenly
 * ([@HerbsterWarmuth1998]): a mistake that begins late is then also found soon.
 */
final class SharedBets {
  /** Share of the weights that is divided evenly after each step. Not tuned. */
  private static final double SHARE = 0.01;

  private final double threshold;
  private final double[] weights;
  private double logWealth;
  private long steps;
  private long crossed;

  /**
   * Starts with wealth 1.
   *
   * @param bettors number of followed bettors, at least 1
   * @param errorProbability alpha, strictly between 0 and 1
   */
  SharedBets(int bettors, double errorProbability) {
    weights = new double[bettors];
    Arrays.fill(weights, 1.0 / bettors);
    threshold = Rounding.logUp(Rounding.divideUp(1, errorProbability));
  }

  /**
   * Settles a step.
   *
   * @param logRatios for each bettor a lower bound of the logarithm of its factor
   */
  void settle(double... logRatios) {
    WealthMixture mixture = new WealthMixture();
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.length; i++) {
      mixture.include(weights[i], logRatios[i]);
      largest = Math.max(largest, logRatios[i]);
    }
    logWealth = Rounding.addDown(logWealth, mixture.logWealth());
    steps++;
    if (crossed == 0 && logWealth >= threshold) {
      crossed = steps;
    }
    shift(largest, logRatios);
  }

  private void shift(double largest, double... logRatios) {
    if (largest == Double.NEGATIVE_INFINITY) {
      return;
    }
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= Math.exp(logRatios[i] - largest);
      sum += weights[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (1 - SHARE) * weights[i] / sum + SHARE / weights.length;
    }
  }

  /** Whether the wealth has ever reached 1/alpha. */
  boolean isRefuted() {
    return crossed > 0;
  }

  /** Number of settled steps after which the wealth first reached 1/alpha; 0 if it did not. */
  long refutedAfter() {
    return crossed;
  }
}
