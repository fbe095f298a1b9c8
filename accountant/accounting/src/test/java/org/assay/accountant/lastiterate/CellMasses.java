package org.assay.accountant.lastiterate;

import java.util.Arrays;

/**
 * Bounds of a law's masses in cells, from two quadratures of different order: whatever the coarse
 * one gets wrong is about their difference, and the fine one gets far less wrong. Four times the
 * difference and a part of 1e-9 are added on either side.
 */
final class CellMasses {
  private static final double MARGIN = 1e-9;

  private final double[] coarse;
  private final double[] fine;

  CellMasses(double[] coarse, double[] fine) {
    this.coarse = coarse;
    this.fine = fine;
  }

  double[] low() {
    double[] result = new double[fine.length];
    Arrays.setAll(result, i -> Math.max(0, fine[i] - error(i)));
    return result;
  }

  double[] high() {
    double[] result = new double[fine.length];
    Arrays.setAll(result, i -> fine[i] + error(i));
    return result;
  }

  private double error(int i) {
    return 4 * Math.abs(coarse[i] - fine[i]) + MARGIN * fine[i];
  }
}
