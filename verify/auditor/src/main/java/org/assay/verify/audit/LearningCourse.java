package org.assay.verify.audit;

/**
 * The expected course of an audit in which one of several pairs tells. Batches, shares of the pairs
 * and cautious estimates are those of the audit; counts are replaced by their expectations.
 */
final class LearningCourse {
  private final int pairs;

  LearningCourse(int pairs) {
    this.pairs = pairs;
  }

  /** What is learned from runs on the pair that tells, and what bets that know no more earn. */
  interface Lesson {
    /** Expected growth per run of the bets planned after so many runs, at least 0. */
    double gain(double past);

    /** The logarithm of a likelihood ratio after so many runs. */
    double evidence(double past);

    /** Whether so many runs prove something. */
    boolean isProven(double past);
  }

  /**
   * Runs on all pairs together until the wealth suffices.
   *
   * @param lesson what the pair tells
   * @param needed logarithm of the wealth that suffices
   * @param limit number of runs at which to give up
   * @return the number of runs; infinite beyond the limit
   */
  double runs(Lesson lesson, double needed, double limit) {
    double total = Allocation.smallestBatch(0, pairs);
    double past = total / pairs;
    double logWealth = 0;
    while (total < limit) {
      double batch = Math.max(Allocation.SMALLEST_BATCH, Allocation.growing(total));
      double share = batch * share(lesson.evidence(past), lesson.isProven(past));
      double gain = share * lesson.gain(past);
      if (logWealth + gain >= needed) {
        double runs = total + batch * (needed - logWealth) / gain;
        return runs <= limit ? runs : Double.POSITIVE_INFINITY;
      }
      logWealth += gain;
      total += batch;
      past += share;
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The part of a batch that goes to the pair, the last one, if no other shows anything. */
  private double share(double evidence, boolean proven) {
    double even = 1.0 / pairs;
    double prior = Allocation.prior(pairs)[pairs - 1];
    double belief = prior * Allocation.trust(evidence);
    double believed = belief / (belief + 1 - prior);
    return Allocation.share(evidence, even, believed, proven ? 1 : even);
  }
}
