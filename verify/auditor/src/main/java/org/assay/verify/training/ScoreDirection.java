package org.assay.verify.training;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Whether runs with the canary reach a threshold more often than runs without it: the exact test of
 * two binomial counts given their sum ([@Fisher1935]).
 *
 * <p>If they do not reach it more often, the count h of runs with the canary that reach it has,
 * given that s of all N runs do, at most the upper tail of a hypergeometric law. Successive
 * probabilities of that law have falling ratios, so with q the ratio at h the tail is at most
 * {@code Pr[h] / (1 - q)}. With {@code p = s / N} the probability at h is a product of two binomial
 * ones, divided by {@code Pr[Bin(N, p) = s] ≥ √(N / (8 s (N - s)))} ([@MacWilliamsSloane1977]).
 */
final class ScoreDirection {
  /** More than the relative error of the library's binomial probabilities. */
  private static final double MARGIN = 1 + 1e-6;

  private ScoreDirection() {}

  /**
   * An upper bound of the p-value.
   *
   * @param count what a threshold did
   * @return at most 1; at most a level with at most that probability, if runs with the canary reach
   *     the threshold with at most the probability that others have
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
