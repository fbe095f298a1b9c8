package org.assay.verify.replay;

import java.util.Arrays;
import java.util.stream.IntStream;

/** How finely the values of pilot runs are spread. */
final class Resolution {
  /** A decimal grid this fine is taken for rounding by the mechanism, not for noise. */
  private static final double DECIMALS = 1e6;

  private static final double LARGEST_SHARE_ON_DECIMALS = 0.1;

  /** Half units of the largest number that a gap may be off: scaling, shift, and difference. */
  private static final double ROUNDINGS = 16;

  /** Part of a step that a gap may be off, or it is too long to tell how many steps it has. */
  private static final double LARGEST_OFF = 0.125;

  private Resolution() {}

  /** Whether few values are multiples of a millionth, and not all are steps of another size. */
  static boolean looksContinuous(double[] values) {
    int decimals = 0;
    for (double value : values) {
      double scaled = value * DECIMALS;
      decimals += Math.abs(scaled - Math.rint(scaled)) <= 8 * Math.ulp(scaled) ? 1 : 0;
    }
    return decimals <= LARGEST_SHARE_ON_DECIMALS * values.length && !isStepped(values);
  }

  /**
   * Whether gaps between values are multiples of the smallest, as far as rounding lets it be told,
   * as with whole noise that was scaled or shifted: such noise repeats without any fault of its
   * generator. The least and the greatest value are left out, since a clamp may have set them.
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
   * The binary logarithm of the interquartile range over the power of two that divides all but one
   * in 20 values, rounded down; at least 0.
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
