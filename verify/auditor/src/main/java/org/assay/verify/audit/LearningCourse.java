package org.assay.verify.audit;

/**
 * The expected course of an audit in which exactly one of several pairs leaks. Sizes of batches,
 * shares of the pairs and cautious estimates are those of a real audit. Counts are replaced by
 * their expectations.
 */
final class LearningCourse {
  private final int pairs;

  LearningCourse(int pairs) {
    this.pairs = pairs;
  }

  /** What runs on the leaking pair teach, and what bets planned from them earn. */
  interface Lesson {
    /**
     * Expected growth per run, in nats, of bets that were planned from {@code past} runs; at least
     * 0.
     */
    double gain(double past);

    /** The evidence after {@code past} runs, in nats. */
    double evidence(double past);

    /** Whether a cautious bet is placed after {@code past} runs. */
    boolean isProven(double past);
  }

  /**
   * The expected number of runs, on all pairs together, until the wealth suffices.
   *
   * @param lesson what the leaking pair teaches
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

  /**
   * The part of a batch for the leaking pair, which is the last one, if no other pair shows
   * anything.
   */
  private double share(double evidence, boolean proven) {
    double even = 1.0 / pairs;
    double prior = Allocation.prior(pairs)[pairs - 1];
    double belief = prior * Allocation.trust(evidence);
    double believed = belief / (belief + 1 - prior);
    return Allocation.share(evidence, even, believed, proven ? 1 : even);
  }
}
