package org.assay.accountant.iteration.recoupling;

import org.assay.accountant.numeric.Rounding;

/** Bounds of {@code log(e^a + e^b)}; negative infinity is the logarithm of 0. */
final class LogSum {
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
}
