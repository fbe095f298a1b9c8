package org.assay.accountant.internal.iteration.recoupling;

import org.assay.accountant.numeric.Rounding;

/** Bounds of {@code log(e^a + e^b)}; negative infinity is the logarithm of 0. */
final class LogSum {
  /** Bound of the absolute error of logarithms and their sums, which are at most 4e6. */
  static final double SLACK = 0x1p-28;

  /** Difference of logarithms below which the smaller number is far below the slack. */
  private static final double NEGLIGIBLE = -40;

  private static final double LOG_TWO = Math.log(2);

  private LogSum() {}

  static double up(double a, double b) {
    double high = Math.max(a, b);
    double low = Math.min(a, b);
    return low == Double.NEGATIVE_INFINITY
        ? high
        : Rounding.addUp(high, Rounding.log1pUp(Rounding.expUp(Rounding.subtractUp(low, high))));
  }

  static double down(double a, double b) {
    double high = Math.max(a, b);
    double low = Math.min(a, b);
    return low == Double.NEGATIVE_INFINITY
        ? high
        : Rounding.addDown(
            high, Rounding.log1pDown(Rounding.expDown(Rounding.subtractDown(low, high))));
  }

  /**
   * The smaller of a logarithm and an upper bound of {@code log(e^a + e^b)}, for logarithms from
   * −4e6 to 4e6. The method is fast, and its bound exceeds the logarithm by at most {@code 2^−27}.
   */
  static double smaller(double best, double a, double b) {
    double high = Math.max(a, b);
    double low = Math.min(a, b);
    // e^a + e^b is at least twice the geometric mean of both.
    if (high >= best || high + low >= 2 * (best - LOG_TWO)) {
      return best;
    }
    double apart = low - high;
    double added = apart > NEGLIGIBLE ? Math.log1p(Math.exp(apart)) : 0;
    return Math.min(best, high + added + SLACK);
  }
}
