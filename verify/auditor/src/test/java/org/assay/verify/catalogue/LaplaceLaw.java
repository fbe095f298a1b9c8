package org.assay.verify.catalogue;

import org.assay.verify.trial.Outcome;

/** Laws of numbers with Laplace noise. */
final class LaplaceLaw {
  /** Cells between the two centres; beyond them the likelihood ratio is constant. */
  private static final int CELLS = 512;

  /** Cells of each coordinate of a vector. */
  private static final int COORDINATE_CELLS = 32;

  private LaplaceLaw() {}

  /** One number, centred at 0 on the left and at the shift, above 0, on the right. */
  static ExactLaw ofShift(double shift, double scale) {
    return ofShift(0, shift, scale);
  }

  static ExactLaw ofShift(double from, double to, double scale) {
    return ExactLaw.ofNumber(
        ExactLaw.cuts(from, to, CELLS),
        x -> Noise.laplaceCdf(x - from, scale),
        x -> Noise.laplaceCdf(x - to, scale),
        ExactLaw::onlyCoordinate);
  }

  /**
   * Independent coordinates that all move by 1: every coordinate falls into a numbered cell, and
   * the statistic is the sum of the numbers, which is nearly sufficient.
   */
  static ExactLaw ofVector(int length, double scale) {
    double[] left = new double[COORDINATE_CELLS + 2];
    double[] right = new double[COORDINATE_CELLS + 2];
    for (int i = 0; i < left.length; i++) {
      left[i] = mass(i, 0, scale);
      right[i] = mass(i, 1, scale);
    }
    return new ExactLaw(power(left, length), power(right, length), LaplaceLaw::sumOfCells);
  }

  private static int sumOfCells(Outcome outcome) {
    Outcome.Vector vector = (Outcome.Vector) outcome;
    int sum = 0;
    for (int i = 0; i < vector.length(); i++) {
      double cell = Math.ceil(vector.at(i) * COORDINATE_CELLS);
      sum += (int) Math.max(0, Math.min(COORDINATE_CELLS + 1, cell));
    }
    return sum;
  }

  private static double mass(int cell, double centre, double scale) {
    double low = cell == 0 ? 0 : cdf((cell - 1.0) / COORDINATE_CELLS - centre, scale);
    double high =
        cell == COORDINATE_CELLS + 1 ? 1 : cdf((double) cell / COORDINATE_CELLS - centre, scale);
    return high - low;
  }

  private static double cdf(double x, double scale) {
    return Noise.laplaceCdf(x, scale);
  }

  private static double[] power(double[] masses, int times) {
    double[] result = {1};
    for (int i = 0; i < times; i++) {
      double[] next = new double[result.length + masses.length - 1];
      for (int j = 0; j < result.length; j++) {
        for (int k = 0; k < masses.length; k++) {
          next[j + k] += result[j] * masses[k];
        }
      }
      result = next;
    }
    return result;
  }
}
