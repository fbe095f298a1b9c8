package org.assay.verify.internal.distinguish;

import java.util.Arrays;

/**
 * The most extreme values of a column over all rows, each with the dataset it came from. Features
 * are compared on a sample of the rows, which suffices for the middle of a distribution but would
 * miss a leak in a far tail.
 */
final class Extremes {
  /** How many values are kept at either end: a power of two. Not tuned. */
  static final int DEPTH = 32;

  /** Bins for the kept values of one end: 1, 1, 2, 4, ... values. */
  private static final int LEVELS = Integer.numberOfTrailingZeros(DEPTH) + 1;

  private final double[] smallest = new double[DEPTH];
  private final double[] largest = new double[DEPTH];
  private final boolean[] smallestLeft = new boolean[DEPTH];
  private final boolean[] largestLeft = new boolean[DEPTH];
  private final int[] numbers = new int[2];
  private final int[] missing = new int[2];
  private int size;

  private Extremes() {}

  static Extremes of(OutcomeTable past, int column) {
    Extremes extremes = new Extremes();
    for (int row = 0; row < past.rows(); row++) {
      double value = past.at(row, column) + 0.0;
      int side = past.isLeft(row) ? 0 : 1;
      if (Double.isNaN(value)) {
        extremes.missing[side]++;
      } else {
        extremes.numbers[side]++;
        extremes.include(value, side == 0);
      }
    }
    return extremes;
  }

  /** Whether the column varies. */
  boolean separate() {
    return size > 0 && (smallest[0] < largest[0] || isMissing());
  }

  /** Whether some row has no number in the column. */
  boolean isMissing() {
    return missing[0] + missing[1] > 0;
  }

  /**
   * Adds cuts at both ends of ascending cuts. They separate the most extreme 1, 2, 4, ... values.
   */
  double[] extend(double[] cuts) {
    if (size < DEPTH || cuts.length == 0 || smallest[0] == largest[0]) {
      return cuts;
    }
    double[] extended = new double[cuts.length + 2 * Integer.SIZE];
    int count = 0;
    for (int depth = 1; depth < DEPTH; depth *= 2) {
      double cut = smallest[depth - 1];
      if (cut < cuts[0] && (count == 0 || cut > extended[count - 1])) {
        extended[count++] = cut;
      }
    }
    for (double cut : cuts) {
      extended[count++] = cut;
    }
    for (int depth = DEPTH / 2; depth >= 1; depth /= 2) {
      int below = depth;
      // The values above the cut must include all values equal to the last one of them.
      while (below < DEPTH - 1 && largest[below] == largest[depth - 1]) {
        below++;
      }
      if (largest[below] > extended[count - 1]) {
        extended[count++] = largest[below];
      }
    }
    return Arrays.copyOf(extended, count);
  }

  /**
   * Counts in bins by rank. Bin 0 is NaN; the smallest value, the next one, the next 2, the next 4,
   * ... follow; then come all others; the largest values end the list in reverse.
   */
  BinCounts counts() {
    BinCounts counts = new BinCounts(2 * LEVELS + 2);
    counts.add(0, missing[0], missing[1]);
    int[] others = numbers.clone();
    double low = smallest[DEPTH - 1];
    double high = largest[DEPTH - 1];
    for (int i = 0; size == DEPTH && low <= high && i < DEPTH; i++) {
      int level = Integer.SIZE - Integer.numberOfLeadingZeros(i);
      // Values equal to the last one kept count as "others": some of their equals were not kept.
      if (smallest[i] < low) {
        counts.add(1 + level, smallestLeft[i]);
        others[smallestLeft[i] ? 0 : 1]--;
      }
      if (largest[i] > high) {
        counts.add(1 + 2 * LEVELS - level, largestLeft[i]);
        others[largestLeft[i] ? 0 : 1]--;
      }
    }
    counts.add(1 + LEVELS, others[0], others[1]);
    return counts;
  }

  private void include(double value, boolean left) {
    if (size < DEPTH || value < smallest[DEPTH - 1]) {
      insert(smallest, smallestLeft, value, left, 1);
    }
    if (size < DEPTH || value > largest[DEPTH - 1]) {
      insert(largest, largestLeft, value, left, -1);
    }
    size = Math.min(size + 1, DEPTH);
  }

  /**
   * Inserts into an ascending (sign 1) or descending (sign -1) array, whose last entry drops out.
   */
  private void insert(double[] values, boolean[] lefts, double value, boolean left, int sign) {
    int place = Math.min(size, DEPTH - 1);
    while (place > 0 && sign * values[place - 1] > sign * value) {
      values[place] = values[place - 1];
      lefts[place] = lefts[place - 1];
      place--;
    }
    values[place] = value;
    lefts[place] = left;
  }
}
