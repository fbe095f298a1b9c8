package org.assay.verify.audit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.inference.BinomialBounds;

/**
 * An event that tells the datasets of a pair apart, fixed before the runs on which it is counted.
 * The bounds are Clopper-Pearson bounds of the probabilities; the verdict does not rest on them.
 *
 * @param pair the difference of the datasets, in words
 * @param event the event, in words
 * @param favoursLeft whether the event is more likely on the left dataset
 * @param left frequency of the event on the left dataset
 * @param right frequency of the event on the right dataset
 */
public record Witness(
    String pair, String event, boolean favoursLeft, Frequency left, Frequency right) {
  /**
   * The event with its counts, and the pair.
   *
   * @return one sentence without a full stop
   */
  public String describe() {
    return String.format(
        "%s; left %s, right %s, on the pair: %s", event, left.describe(), right.describe(), pair);
  }

  /**
   * Frequency of an event, with confidence bounds on its probability.
   *
   * @param hits number of runs in which the event happened
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

  /** The strength of a refutation, in words. */
  public static final class Evidence {
    /** Rounding of a probability in words: three digits, rounded up. */
    private static final MathContext SHORT = new MathContext(3, RoundingMode.CEILING);

    private Evidence() {}

    /**
     * The meaning of the largest wealth of a bettor against a claim, in words. Under a true claim,
     * the wealth ever reaches {@code w} with probability at most {@code 1/w} (Ville, 1939).
     *
     * @param logPeak natural logarithm of the largest wealth, at least 0
     * @return half a sentence with the probability 1/w, rounded up to three digits
     */
    public static String describe(double logPeak) {
      return "were the claim true, evidence this strong would appear with probability at most "
          + BigDecimal.valueOf(Rounding.expUp(-logPeak)).round(SHORT).doubleValue();
    }
  }
}
