package org.assay.verify.internal.inference;

/**
 * The stake s that maximizes the expected logarithm of the wealth: {@code hits · log(1 + s (1 -
 * cost)) + misses · log(1 - s (odds + cost)) + rest · log(1 - s cost)}. Hits and misses are the
 * frequencies of right and wrong guesses; in the rest of the runs the bet abstains. The stake
 * serves to plan bets and to state power; no proof uses it.
 */
public final class KellyCriterion {
  /** Number of Newton steps. Not tuned. */
  private static final int STEPS = 6;

  private final double gain;
  private final double loss;
  private final double idle;
  private final double hits;
  private final double misses;
  private final double rest;
  private final double largest;

  /**
   * Sets the line and the frequencies.
   *
   * @param line the line bet against; its largest stake is the limit
   * @param cost cost of a unit stake in every run: {@code delta/2} for a bet on one guess, {@code
   *     delta} for equal bets on both
   * @param hits frequency of right guesses
   * @param misses frequency of wrong guesses
   */
  public KellyCriterion(SupportingLine line, double cost, double hits, double misses) {
    this.idle = cost;
    this.gain = 1 - cost;
    this.loss = line.odds() + cost;
    this.hits = hits;
    this.misses = misses;
    this.rest = Math.max(0, 1 - hits - misses);
    this.largest = line.largestStake();
  }

  /**
   * The best stake.
   *
   * @return a stake of at least 0, at the maximum or near it
   */
  public double stake() {
    double low = 0;
    double high = largest;
    double stake = Math.min(largest, Math.max(0, guess()));
    for (int i = 0; i < STEPS; i++) {
      double slope = slope(stake);
      low = slope > 0 ? stake : low;
      high = slope > 0 ? high : stake;
      double next = stake - slope / curvature(stake);
      boolean inside = next >= low && next <= high;
      stake = inside ? next : slope > 0 && next > high ? high : (low + high) / 2;
    }
    return stake;
  }

  /**
   * Growth per run at a stake.
   *
   * @param stake at least 0, at most the largest of the line
   * @return the expected logarithm of the factor, in nats
   */
  public double growth(double stake) {
    return hits * Math.log1p(stake * gain)
        + misses * Math.log1p(-stake * loss)
        + rest * Math.log1p(-stake * idle);
  }

  /**
   * The stake at which Newton's method begins: exact if the cost is 0, and 0 without right guesses.
   */
  private double guess() {
    if (!(hits > 0)) {
      return 0;
    }
    return (hits * gain - misses * loss - rest * idle) / (gain * loss * (hits + misses));
  }

  private double slope(double stake) {
    return hits * gain / (1 + stake * gain)
        - misses * loss / (1 - stake * loss)
        - rest * idle / (1 - stake * idle);
  }

  private double curvature(double stake) {
    return -(hits * square(gain / (1 + stake * gain))
        + misses * square(loss / (1 - stake * loss))
        + rest * square(idle / (1 - stake * idle)));
  }

  private static double square(double x) {
    return x * x;
  }
}
