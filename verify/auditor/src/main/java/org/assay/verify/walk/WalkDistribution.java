package org.assay.verify.walk;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The law of the last iterate on a partition of the domain: bin 0 is the left end, where the walk
 * was clamped, the last bin is the right end, and bins of equal width lie between. Every enclosure
 * contains the exact probability of its bin.
 */
public final class WalkDistribution {
  private final double width;
  private final double[] lower;
  private final double[] upper;

  WalkDistribution(double width, double[] lower, double[] upper) {
    this.width = width;
    this.lower = lower;
    this.upper = upper;
  }

  /**
   * The width of the domain.
   *
   * @return in units of the standard deviation of one step's noise
   */
  public double width() {
    return width;
  }

  /**
   * The number of bins.
   *
   * @return at least 3: two ends and what lies between
   */
  public int bins() {
    return lower.length;
  }

  /**
   * The probability of a bin.
   *
   * @param bin from 0, the left end, to {@code bins() - 1}, the right end
   * @return an enclosure of its probability
   */
  public Enclosure probability(int bin) {
    return Enclosure.of(lower[bin], upper[bin]);
  }

  /**
   * The bin of a position, up to rounding at the edges.
   *
   * @param position in units of the standard deviation of one step's noise
   * @return 0 at or left of the left end, {@code bins() - 1} at or right of the right end
   */
  public int binOf(double position) {
    if (!(position > 0)) {
      return 0;
    }
    if (position >= width) {
      return bins() - 1;
    }
    return 1 + Math.min(bins() - 3, (int) (position / width * (bins() - 2)));
  }

  /** The law of a walk that is this one's except with some probability, and else anywhere. */
  WalkDistribution orElsewhere(double missed) {
    double[] low = new double[bins()];
    double[] high = new double[bins()];
    for (int bin = 0; bin < low.length; bin++) {
      low[bin] = Math.max(0, Rounding.subtractDown(lower[bin], missed));
      high[bin] = Math.min(1, Rounding.addUp(upper[bin], missed));
    }
    return new WalkDistribution(width, low, high);
  }

  /** The grid, without its probabilities. */
  @Override
  public String toString() {
    return "enclosed law on a width of " + width + ", bins: " + bins();
  }
}
