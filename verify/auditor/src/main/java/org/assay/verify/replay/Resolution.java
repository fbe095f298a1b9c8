package org.assay.verify.replay;

import java.util.Arrays;
import java.util.stream.IntStream;

/** How finely the values of pilot runs are spread. */
final class Resolution {
  /**
   * Multiples of one over this number are taken for decimals that the mechanism rounded to, not for
   * noise. Not tuned.
   */
  private static final double DECIMALS = 1e6;

  /** Values do not look continuous if more than this part of them are such decimals. Not tuned. */
  private static final double LARGEST_SHARE_ON_DECIMALS = 0.1;

  /**
   * Rounding error of a gap between two values, in half units of the largest value: scaling, shift
   * and difference.
   */
  private static final double ROUNDINGS = 16;

  /**
   * Rounding error of a gap, as a part of a step, above which the number of steps cannot be told.
   */
  private static final double LARGEST_OFF = 0.125;

  private Resolution() {}

  /**
   * Whether values look like continuous noise: few are decimals, and they are not the steps of a
   * grid.
   */
  static boolean looksContinuous(double[] values) {
    int decimals = 0;
    for (double value : values) {
      double scaled = value * DECIMALS;
      decimals += Math.abs(scaled - Math.rint(scaled)) <= 8 * Math.ulp(scaled) ? 1 : 0;
    }
    return decimals <= LARGEST_SHARE_ON_DECIMALS * values.length && !isStepped(values);
  }

  /**
   * Whether all gaps between values are multiples of the smallest gap, up to rounding. Integer
   * noise that was scaled or shifted looks like this, and repeats without any fault of its
   * generator. The smallest and the largest value are left out: a clamp may have set them.
   */
  private static boolean isStepped(double[] values) {
    double[] sorted = Arrays.stream(values).sorted().distinct().toArray();
    double largest = Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
    boolean single = Arrays.stream(values).allMatch(value -> (double) (float) value == value);
    double off = ROUNDINGS * largest * (single ? 0x1p-24 : 0x1p-53);
    double[] gaps =
        IntStream.range(2, sorted.length - 1)
            .mapToDouble(i -> sorted[i] - sorted[i - 1])
            .filter(gap -> gap > off)
            .toArray();
    double step = Arrays.stream(gaps).min().orElse(Double.POSITIVE_INFINITY);
    double[] told =
        Arrays.stream(gaps)
            .map(gap -> gap / step)
            .filter(steps -> off * (1 + steps) <= LARGEST_OFF * step)
            .toArray();
    return 2 * told.length >= Math.max(1, gaps.length)
        && Arrays.stream(told)
            .allMatch(steps -> Math.abs(steps - Math.rint(steps)) * step <= off * (1 + steps));
  }

  /**
   * How many bits an ideal generator would show, at least 0. The number is log2 of the
   * interquartile range over a power of two, rounded down. All but one in 20 values are multiples
   * of that power.
   */
  static int bits(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double range = sorted[3 * sorted.length / 4] - sorted[sorted.length / 4];
    int[] exponents = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      exponents[i] = lowestBit(values[i]);
    }
    Arrays.sort(exponents);
    int grid = exponents[exponents.length / 20];
    return range > 0 ? Math.max(0, Math.getExponent(range) - grid) : 0;
  }

  /** The exponent of the largest power of two that divides a number. */
  private static int lowestBit(double value) {
    if (value == 0) {
      return Double.MAX_EXPONENT;
    }
    long fraction = Double.doubleToLongBits(value) & ((1L << 52) - 1);
    long mantissa = fraction | (1L << 52);
    return Math.getExponent(value) - 52 + Long.numberOfTrailingZeros(mantissa);
  }
}
