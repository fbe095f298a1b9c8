package org.assay.verify.replay;

import java.util.Arrays;

/** How finely the values of pilot runs are spread. */
final class Resolution {
  /** A decimal grid this fine is taken for rounding by the mechanism, not for noise. */
  private static final double DECIMALS = 1e6;

  private static final double LARGEST_SHARE_ON_DECIMALS = 0.1;

  private Resolution() {}

  /** Whether few values are multiples of a millionth. */
  static boolean looksContinuous(double[] values) {
    int decimals = 0;
    for (double value : values) {
      double scaled = value * DECIMALS;
      decimals += Math.abs(scaled - Math.rint(scaled)) <= 8 * Math.ulp(scaled) ? 1 : 0;
    }
    return decimals <= LARGEST_SHARE_ON_DECIMALS * values.length;
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
