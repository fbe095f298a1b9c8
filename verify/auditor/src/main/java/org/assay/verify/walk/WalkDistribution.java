package org.assay.verify.walk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * The law of the last iterate on a partition of the domain. Bin 0 is the left end, to which the
 * walk was clamped, and the last bin is the right end. Bins of equal width lie between them. Every
 * enclosure contains the exact probability of its bin.
 *
 * <p>The law may also have parts of the line outside the ends. Mass that was clamped to an end is
 * sorted into these parts by its position before the clamp.
 */
public final class WalkDistribution {
  private final double width;
  private final double[] lower;
  private final double[] upper;
  private final double[] lowerBeyond;
  private final double[] upperBeyond;

  WalkDistribution(
      double width, double[] lower, double[] upper, double[] lowerBeyond, double[] upperBeyond) {
    this.width = width;
    this.lower = lower;
    this.upper = upper;
    this.lowerBeyond = lowerBeyond;
    this.upperBeyond = upperBeyond;
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

  /** The number of parts outside the ends; 0 if the law has no such parts. */
  int partsBeyond() {
    return lowerBeyond.length;
  }

  /**
   * Enclosures of the probabilities of disjoint sets of positions before the last projection: the
   * bins between the ends, and the parts outside them.
   */
  List<Enclosure> released() {
    List<Enclosure> sets = new ArrayList<>();
    for (int bin = 1; bin + 1 < bins(); bin++) {
      sets.add(probability(bin));
    }
    for (int part = 0; part < partsBeyond(); part++) {
      sets.add(Enclosure.of(lowerBeyond[part], upperBeyond[part]));
    }
    return sets;
  }

  /** Enclosures of the probabilities of all bins. */
  List<Enclosure> projected() {
    return IntStream.range(0, bins()).mapToObj(this::probability).toList();
  }

  /**
   * The law of a walk that differs from this walk with probability {@code missed}, and is then
   * anywhere.
   */
  WalkDistribution orElsewhere(double missed) {
    return new WalkDistribution(
        width,
        lessEach(lower, missed),
        moreEach(upper, missed),
        lessEach(lowerBeyond, missed),
        moreEach(upperBeyond, missed));
  }

  private static double[] lessEach(double[] values, double missed) {
    return Arrays.stream(values)
        .map(value -> Math.max(0, Rounding.subtractDown(value, missed)))
        .toArray();
  }

  private static double[] moreEach(double[] values, double missed) {
    return Arrays.stream(values).map(value -> Math.min(1, Rounding.addUp(value, missed))).toArray();
  }

  /** The grid, without its probabilities. */
  @Override
  public String toString() {
    return "enclosed law on a width of " + width + ", bins: " + bins();
  }
}
