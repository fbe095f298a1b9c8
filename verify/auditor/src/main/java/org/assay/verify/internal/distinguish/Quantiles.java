package org.assay.verify.internal.distinguish;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/** Cuts of a sample into bins that are finest in the tails, where privacy is lost. */
final class Quantiles {
  /** Columns with at most this many different values are cut at every one. */
  private static final int MAXIMUM_DISTINCT = 24;

  private static final double[] TAIL = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4
  };

  private Quantiles() {}

  /**
   * Strictly ascending cuts at quantiles of the values that are not NaN.
   *
   * @param values may be reordered
   * @param count how many of the values to use
   */
  static double[] cuts(double[] values, int count) {
    int valid = 0;
    for (int i = 0; i < count; i++) {
      if (!Double.isNaN(values[i])) {
        // Adding 0 turns -0 into 0, which compares equal but would sort apart.
        values[valid++] = values[i] + 0.0;
      }
    }
    Arrays.sort(values, 0, valid);
    double[] distinct = distinct(values, valid);
    return distinct.length <= MAXIMUM_DISTINCT ? distinct : quantiles(values, valid);
  }

  /** Whether sorted values are too many to be cut at every one. */
  static boolean isContinuous(double[] sorted) {
    return distinct(sorted, sorted.length).length > MAXIMUM_DISTINCT;
  }

  /** The different values among the first ones in ascending order; stops when they are many. */
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

  /** Between the quantiles and the ends lie cuts before the last value, the last 2, 4, 8, ... */
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

  /** 0 for NaN, otherwise 1 plus the number of cuts below the value. */
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

  /** The values of a range of bins, in words, of what may be no number. */
  static String describe(String name, double[] cuts, boolean missing, int from, int to) {
    return describe(Wording.of(name), cuts, missing, from, to);
  }

  /**
   * The values of a range of bins, in words.
   *
   * @param missing whether NaN was among the values the cuts were made from
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
   * Powers of two that divide a value, in words.
   *
   * @param cuts the bin above a cut holds the multiples of the next power
   * @param missing whether NaN was among the values the cuts were made from
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

  /** Six significant digits: events are told to people, who rerun the audit to get all digits. */
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
