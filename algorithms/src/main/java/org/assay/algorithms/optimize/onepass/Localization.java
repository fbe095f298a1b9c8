package org.assay.algorithms.optimize.onepass;

import org.assay.accountant.numeric.Rounding;

/** How localization divides records, and what its phases add up to. */
final class Localization {
  private Localization() {}

  /**
   * Numbers of records of {@code ⌈log2 n⌉} phases, each taking half of what is left, rounded up: n
   * 2^−i for powers of 2.
   *
   * @throws IllegalArgumentException if there are fewer than 2 records
   */
  static int[] halves(int records) {
    if (!(records >= 2)) {
      throw new IllegalArgumentException(
          "records was " + records + ": phases need at least 2 records");
    }
    int[] sizes = new int[Integer.SIZE - Integer.numberOfLeadingZeros(records - 1)];
    int left = records;
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = left - left / 2;
      left /= 2;
    }
    return sizes;
  }

  /** The standard deviation for which a query of some sensitivity is mu-Gaussian private. */
  static double noise(double sensitivity, double mu) {
    return Rounding.divideUp(sensitivity, mu);
  }

  /** Expected squared distance that noise adds, which a set of this diameter may cut off. */
  static double squaredReach(Phase phase, int dimension, double diameter) {
    double deviation = phase.noise().standardDeviation();
    return Math.min(diameter * diameter, dimension * deviation * deviation);
  }
}
