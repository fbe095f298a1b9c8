package org.assay.verify.pairs;

import java.math.BigDecimal;

/** Shifts floating-point numbers by at most the distance asked for, rounding included. */
final class Displacement {
  private Displacement() {}

  /** The sum of start and shift, rounded towards the start. */
  static double of(double start, double shift) {
    double end = start + shift;
    BigDecimal limit = new BigDecimal(shift).abs();
    while (new BigDecimal(end).subtract(new BigDecimal(start)).abs().compareTo(limit) > 0) {
      end = Math.nextAfter(end, start);
    }
    return end;
  }

  /**
   * The sum in every coordinate. Its distance from the start exceeds that of the shift in no norm.
   */
  static double[] of(double[] start, double[] shift) {
    double[] end = new double[start.length];
    for (int i = 0; i < end.length; i++) {
      end[i] = of(start[i], shift[i]);
    }
    return end;
  }
}
