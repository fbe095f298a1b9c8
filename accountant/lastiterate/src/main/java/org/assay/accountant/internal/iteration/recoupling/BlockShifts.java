package org.assay.accountant.internal.iteration.recoupling;

import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Distances by which two neighbouring datasets move two runs apart in a block of steps, in cells of
 * a {@link TwoDataLattice}. The shift is the same in every block, or grows with the random number
 * of steps that sample the record. The distance moves by the mean shift at the start of the block,
 * and by the difference from the mean at the block's end ({@code doc-files/two-data.md}). Shifts
 * and probabilities are rounded up.
 */
final class BlockShifts {
  /**
   * Large numbers of sampled steps have no line of their own if their total probability is at most
   * this. They count as a distance at its limit. Not tuned.
   */
  private static final double RARE = 1e-10;

  /**
   * Small numbers of sampled steps count as the next larger one if their total probability is at
   * most this. Not tuned.
   */
  private static final double FEW = 1e-3;

  /**
   * Probabilities below this share of the largest one have no line of their own, but are added to
   * every bound. Not tuned.
   */
  private static final double NEVER = 1e-24;

  /**
   * Largest number of groups of numbers of sampled steps; a group counts as its largest number. Not
   * tuned: bounds the time.
   */
  private static final int MOST = 48;

  /** Factor of probabilities, above the relative rounding errors of their sums. */
  private static final double RAISED = 1 + 1e-12;

  /**
   * Cells added to a shift, above rounding errors, so that runs whose computed distance is 0 have
   * met.
   */
  private static final double APART = 1e-9;

  private enum Kind {
    /** The shift is the same in every block. */
    CERTAIN,
    /** Moves are chosen without knowledge of the number of steps that sample the record. */
    HIDDEN,
    /** A block is one step, and both runs know whether the step samples the record. */
    REVEALED
  }

  private final Kind kind;
  private final double mean;
  private final double[] probabilities;
  private final double[] shifts;
  private final double rare;
  private final double farthest;
  private final double never;

  private BlockShifts(
      Kind kind,
      double mean,
      double[] probabilities,
      double[] shifts,
      double rare,
      double farthest,
      double never) {
    this.kind = kind;
    this.mean = mean;
    this.probabilities = probabilities;
    this.shifts = shifts;
    this.rare = rare;
    this.farthest = farthest;
    this.never = never;
  }

  /** A shift that is the same in every block. */
  static BlockShifts certain(double cells) {
    return new BlockShifts(
        Kind.CERTAIN, cells, new double[] {1}, new double[] {cells}, 0, cells, 0);
  }

  /**
   * Shifts of blocks of one step, where both runs know whether the step samples the record.
   *
   * @param each shift by a step that samples the record, in cells
   * @param share probability that a step samples the record, below 1
   */
  static BlockShifts revealed(double each, Enclosure share) {
    double not = Rounding.subtractUp(1, share.lower());
    double[] probabilities = {not, share.upper()};
    return new BlockShifts(Kind.REVEALED, 0, probabilities, new double[] {0, each}, 0, each, 0);
  }

  /**
   * Shifts of blocks in which a random number of steps samples the record.
   *
   * @param always shift by all steps of the block together, in cells
   * @param each additional shift by a step that samples the record, in cells
   * @param steps number of steps
   * @param share probability that a step samples the record, below 1
   */
  static BlockShifts sampled(double always, double each, long steps, Enclosure share) {
    BinomialWindow sampled = BinomialWindow.of(steps, share, NEVER);
    long first = sampled.first();
    double few = sampled.rest();
    while (few + sampled.mass(first).upper() <= FEW) {
      few += sampled.mass(first).upper();
      first++;
    }
    long last = sampled.last();
    double rare = sampled.rest();
    while (rare + sampled.mass(last).upper() <= RARE) {
      rare += sampled.mass(last).upper();
      last--;
    }
    long width = (last - first) / MOST + 1;
    int groups = (int) ((last - first) / width) + 1;
    double[] probabilities = new double[groups];
    double[] shifts = new double[groups];
    probabilities[0] = few;
    for (long number = first; number <= last; number++) {
      int group = (int) ((number - first) / width);
      probabilities[group] += sampled.mass(number).upper();
      shifts[group] = (always + each * (double) number) * RAISED + APART;
    }
    for (int group = 0; group < groups; group++) {
      probabilities[group] = Math.min(1, probabilities[group] * RAISED);
    }
    double mean = always + each * share.midpoint() * (double) steps;
    double farthest = (always + each * (double) sampled.last()) * RAISED + APART;
    return new BlockShifts(
        Kind.HIDDEN, mean, probabilities, shifts, rare * RAISED, farthest, sampled.rest() * RAISED);
  }

  /** Whether the shift is the same in every block. */
  boolean isCertain() {
    return kind == Kind.CERTAIN;
  }

  /** Whether both runs know which steps sample the record. */
  boolean isRevealed() {
    return kind == Kind.REVEALED;
  }

  /** Cells by which the distance moves at the start of a block. */
  double mean() {
    return mean;
  }

  /** The number of shifts that have lines of their own; shifts rise with their index. */
  int count() {
    return shifts.length;
  }

  double probability(int index) {
    return probabilities[index];
  }

  /** Probability of this shift and of all larger ones that are not rare. */
  double probabilityFrom(int index) {
    double sum = 0;
    for (int i = probabilities.length - 1; i >= index; i--) {
      sum += probabilities[i];
    }
    return Math.min(1, sum * RAISED);
  }

  double shift(int index) {
    return shifts[index];
  }

  /** Probability of a shift above all shifts that have lines of their own. */
  double rare() {
    return rare;
  }

  /**
   * Largest excess of the previous block's shift over its mean, in cells, except with the
   * probability {@link #never}.
   */
  double owed() {
    return isRevealed() ? 0 : farthest - mean;
  }

  double never() {
    return never;
  }
}
