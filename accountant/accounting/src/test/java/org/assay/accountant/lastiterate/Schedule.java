package org.assay.accountant.lastiterate;

import java.util.Arrays;

/**
 * What an adversary may choose before the data are seen, besides the two data: where to start and
 * how the losses of the other records change.
 */
final class Schedule {
  private final double start;
  private final long[] lengths;
  private final double[] drifts;

  /** Blocks of steps with the same losses, in the order of time, and their drifts in noises. */
  Schedule(double start, long[] lengths, double[] drifts) {
    this.start = start;
    this.lengths = lengths;
    this.drifts = drifts;
  }

  double start() {
    return start;
  }

  int blocks() {
    return lengths.length;
  }

  /** How many steps a block has. */
  long length(int block) {
    return lengths[block];
  }

  /** What the other records add to each step of a block in the mean. */
  double drift(int block) {
    return drifts[block];
  }

  /** Those of all blocks. */
  double[] drifts() {
    return drifts.clone();
  }

  /** How many steps there are. */
  long steps() {
    return Arrays.stream(lengths).sum();
  }

  /**
   * Blocks, each about a quarter as long as all that come after it. Before the walk has time enough
   * to cross the interval there is only one.
   */
  static long[] lengths(long steps, double width) {
    double relevant = Math.max(8, 1.3 * width * width);
    long[] backwards = new long[200];
    int blocks = 0;
    long left = steps;
    double covered = 0;
    while (left > 0) {
      long wanted = Math.max(1, (long) (covered / 4));
      backwards[blocks] = covered >= relevant ? left : Math.min(left, wanted);
      covered += (double) backwards[blocks];
      left -= backwards[blocks];
      blocks++;
    }
    long[] result = new long[blocks];
    int last = blocks - 1;
    Arrays.setAll(result, i -> backwards[last - i]);
    return result;
  }

  /** Without any drift. */
  static Schedule still(double start, long... lengths) {
    return new Schedule(start, lengths, new double[lengths.length]);
  }

  /**
   * Drifts that rise towards the end with the root of the time to go, as the width falls of what
   * noise can still do, and that vanish where the walk has time enough to cross the interval.
   */
  static double[] ramp(long[] lengths, double width, double level) {
    double[] result = new double[lengths.length];
    double togo = 0;
    for (int block = lengths.length - 1; block >= 0; block--) {
      double middle = togo + (double) lengths[block] / 2;
      togo += (double) lengths[block];
      result[block] = level * Math.max(0, 3 / Math.sqrt(middle) - 3 / width);
    }
    return result;
  }

  Schedule withDrifts(double[] other) {
    return new Schedule(start, lengths, other);
  }

  Schedule from(double other) {
    return new Schedule(other, lengths, drifts);
  }
}
