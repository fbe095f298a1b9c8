package org.assay.verify.pairs;

import java.math.BigDecimal;

/** Shifts of floating-point numbers that never exceed the distance asked for. */
final class Displacement {
  private Displacement() {}

  /**
   * The sum of start and shift, rounded towards the start: the exact distance from the start is at
   * most the size of the shift.
   */
  static double of(double start, double shift) {
    double end = start + shift;
    BigDecimal limit = new BigDecimal(shift).abs();
    while (new BigDecimal(end).subtract(new BigDecimal(start)).abs().compareTo(limit) > 0) {
      end = Math.nextAfter(end, start);
    }
    return end;
  }

  /** {@link #of(double, double)} in every coordinate, so in no norm longer than the shift. */
  static double[] of(double[] start, double[] shift) {
    double[] end = new double[start.length];
    for (int i = 0; i < end.length; i++) {
      end[i] = of(start[i], shift[i]);
    }
    return end;
  }
}
