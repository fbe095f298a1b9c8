package org.assay.verify.internal.log;

import org.assay.accountant.numeric.Rounding;

/** Sums of squares. */
final class Squares {
  private Squares() {}

  /** An upper bound of the sum of squares of finite numbers. */
  static double sumUp(double... values) {
    double sum = 0;
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("noise has " + value + ": it must be finite");
      }
      sum = Rounding.addUp(sum, Rounding.multiplyUp(value, value));
    }
    return sum;
  }
}
