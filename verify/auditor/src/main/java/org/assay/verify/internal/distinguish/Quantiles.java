package org.assay.verify.internal.distinguish;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * Cuts a sample into bins that are finest in the tails, where privacy losses are usually largest.
 */
final class Quantiles {
  /** A column with at most this many distinct values has a cut at each of them. Not tuned. */
  private static final int MAXIMUM_DISTINCT = 24;

  /**
   * The quantiles of the lower half at which values are cut; the upper half mirrors them. Not
   * tuned.
   */
  private static final double[] TAIL = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4
  };

  private Quantiles() {}

  /**
   * Strictly ascending cuts at quantiles of those values that are not NaN.
   *
   * @param values the values, which may be reordered
   * @param count number of the values that count, from the first
   */
  static double[] cuts(double[] values, int count) {
    int valid = 0;
    for (int i = 0; i < count; i++) {
      if (!Double.isNaN(values[i])) {
        // Adding 0 turns -0 into 0: the two are equal but would be sorted apart.
        values[valid++] = values[i] + 0.0;
      }
    }
    Arrays.sort(values, 0, valid);
    double[] distinct = distinct(values, valid);
    return distinct.length <= MAXIMUM_DISTINCT ? distinct : quantiles(values, valid);
  }

  /** Whether sorted values have too many distinct ones for a cut at each. */
  static boolean isContinuous(double[] sorted) {
    return distinct(sorted, sorted.length).length > MAXIMUM_DISTINCT;
  }

  /** The distinct values in ascending order; at most one more than {@link #MAXIMUM_DISTINCT}. */
  private static double[] distinct(double[] sorted, int count) {
    double[] different = new double[MAXIMUM_DISTINCT + 1];
    int size = 0;
    for (int i = 0; i < count && size < different.length; i++) {
      if (i == 0 || sorted[i] > sorted[i - 1]) {
        different[size++] = sorted[i];
      }
    }
    return Arrays.copyOf(different, size);
  }

  /**
   * Cuts at the quantiles {@link #TAIL}. Outside the extreme quantiles, cuts separate the last
   * value, the last 2, 4, 8, ...
   */
  private static double[] quantiles(double[] sorted, int count) {
    double[] cuts = new double[2 * TAIL.length + 1 + 2 * Integer.SIZE];
    int size = 0;
    for (int depth = 1; depth <= TAIL[0] * count; depth *= 2) {
      size = append(cuts, size, sorted[depth - 1]);
    }
    for (int i = 0; i <= 2 * TAIL.length; i++) {
      size = append(cuts, size, sorted[(int) (quantile(i) * (count - 1))]);
    }
    int deepest = Integer.highestOneBit((int) (TAIL[0] * count));
    for (int depth = deepest; depth >= 1; depth /= 2) {
      size = append(cuts, size, sorted[count - 1 - depth]);
    }
    return Arrays.copyOf(cuts, size);
  }

  private static int append(double[] cuts, int size, double cut) {
    if (size > 0 && cut <= cuts[size - 1]) {
      return size;
    }
    cuts[size] = cut;
    return size + 1;
  }

  private static double quantile(int index) {
    if (index == TAIL.length) {
      return 0.5;
    }
    return index < TAIL.length ? TAIL[index] : 1 - TAIL[2 * TAIL.length - index];
  }

  /**
   * The bin of a value: 0 for NaN, otherwise 1 plus the number of cuts that are less than the
   * value.
   */
  static int bin(double[] cuts, double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    int low = 0;
    int high = cuts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (value > cuts[middle]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low + 1;
  }

  /** The values in a range of bins, in words, for a column that may hold NaN. */
  static String describe(String name, double[] cuts, boolean missing, int from, int to) {
    return describe(Wording.of(name), cuts, missing, from, to);
  }

  /**
   * The values in a range of bins, in words.
   *
   * @param missing whether the values behind the cuts contained NaN
   */
  static String describe(Wording words, double[] cuts, boolean missing, int from, int to) {
    if (to <= 1) {
      return words.none();
    }
    String name = words.name();
    String unless = from == 0 && missing ? words.orNone() : "";
    boolean open = to - 2 >= cuts.length;
    if (from == 1 && open) {
      return words.some();
    }
    if (from <= 1) {
      return name + (open ? " is anything" : " ≤ " + number(cuts[to - 2])) + unless;
    }
    String above = name + " > " + number(cuts[from - 2]);
    return open ? above : above + " and ≤ " + number(cuts[to - 2]);
  }

  /**
   * The powers of two that divide the values in a range of bins, in words.
   *
   * @param cuts the bin above a cut holds the multiples of the next larger power
   * @param missing whether the values behind the cuts contained NaN
   */
  static String describeGrid(String name, double[] cuts, boolean missing, int from, int to) {
    if (to <= 1) {
      return name + " is not finite";
    }
    boolean open = to - 2 >= cuts.length;
    String above = from <= 1 ? "" : name + " is a multiple of " + power(cuts[from - 2]);
    String below = open ? "" : "not a multiple of " + power(cuts[to - 2]);
    if (above.isEmpty()) {
      String unless = from == 0 && missing ? " or not finite" : "";
      return name + " is " + (open ? "anything" : below + unless);
    }
    return open ? above : above + " and " + below;
  }

  private static String power(double below) {
    return "2^" + ((int) below + 1);
  }

  /** A number with six significant digits, for readers. A rerun of the audit gives all digits. */
  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "infinity" : "-infinity";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e6) {
      return Long.toString((long) value);
    }
    return BigDecimal.valueOf(value).round(new MathContext(6)).stripTrailingZeros().toString();
  }
}
