package org.assay.verify.audit;

import org.assay.verify.internal.inference.BinomialBounds;

/**
 * How often an event happened, with confidence bounds on its probability.
 *
 * @param hits how often the event happened
 * @param runs the number of runs
 * @param lower lower bound of the event's probability
 * @param upper upper bound of the event's probability
 */
public record Frequency(long hits, long runs, double lower, double upper) {
  /** The probability that one of the two bounds is wrong. */
  public static final double ERROR_PER_BOUND = 0.005;

  static Frequency of(long hits, long runs) {
    if (runs == 0) {
      return new Frequency(0, 0, 0, 1);
    }
    return new Frequency(
        hits,
        runs,
        BinomialBounds.lower(hits, runs, ERROR_PER_BOUND),
        BinomialBounds.upper(hits, runs, ERROR_PER_BOUND));
  }

  /**
   * The counts in words.
   *
   * @return for example {@code 31 of 64 runs}, or {@code never in 64 runs}
   */
  public String describe() {
    return (hits == 0 ? "never in " : hits + " of ") + runs + " runs";
  }

  /**
   * The observed share.
   *
   * @return hits over runs; 0 without runs
   */
  public double share() {
    return runs == 0 ? 0 : (double) hits / runs;
  }
}
