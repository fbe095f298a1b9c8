package org.assay.verify.training;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The exact test of two binomial counts given their sum ([@Fisher1935]): do runs with the canary
 * reach a threshold more often than runs without?
 *
 * <p>Suppose they do not. Let h runs with the canary reach the threshold, and s of all N runs.
 * Given s, the p-value of h is at most the upper tail of a hypergeometric distribution. Ratios of
 * its successive probabilities fall, so with q the ratio at h the tail is at most {@code Pr[h] / (1
 * - q)}. With {@code p = s / N}, the probability at h is a product of two binomial ones, divided by
 * {@code Pr[Bin(N, p) = s] ≥ √(N / (8 s (N - s)))} ([@MacWilliamsSloane1977]).
 */
final class ScoreDirection {
  /** Factor that covers the relative error of the library's binomial probabilities. */
  private static final double MARGIN = 1 + 1e-6;

  private ScoreDirection() {}

  /**
   * An upper bound of the p-value.
   *
   * @param count the counts at a threshold
   * @return at most 1; at most alpha with probability at most alpha, if runs with the canary do not
   *     reach the threshold more often
   */
  static double pValue(RepeatedRuns.Count count) {
    int hits = count.runsIn() - count.misses();
    long reached = (long) hits + count.falseAlarms();
    double all = (double) count.runsIn() + count.runsOut();
    if (!(reached > 0 && reached < all)) {
      return 1;
    }
    double ratio =
        (double) count.falseAlarms()
            / (hits + 1.0)
            * count.misses()
            / (count.runsOut() - count.falseAlarms() + 1.0);
    if (!(ratio < 1)) {
      return 1;
    }
    double share = reached / all;
    double log =
        BinomialDistribution.of(count.runsIn(), share).logProbability(hits)
            + BinomialDistribution.of(count.runsOut(), share).logProbability(count.falseAlarms());
    double first = Math.exp(log) * Math.sqrt(8 * reached * (1 - share));
    return Math.min(1, first / (1 - ratio) * MARGIN);
  }
}
