package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;

/**
 * Bounds of two runs on neighbouring data without the recursion, at the losses of a {@link
 * TwoDataLattice} and rounded up. The runs start from one point, or from two points whose distance
 * is hidden.
 */
abstract class TwoDataProfiles {
  /** Factor above the relative rounding error of the exchange, chords and their weights. */
  static final double RAISED = 1 + 1e-12;

  final TwoDataLattice lattice;

  /** {@code e^(−l spacing)} and {@code 1 − e^(−l spacing)}. */
  private final double[] decay;

  private final double[] gap;

  TwoDataProfiles(TwoDataLattice lattice) {
    this.lattice = lattice;
    this.decay = new double[lattice.losses()];
    this.gap = new double[lattice.losses()];
    for (int l = 0; l < decay.length; l++) {
      decay[l] = Math.exp(-l * lattice.spacing());
      gap[l] = -Math.expm1(-l * lattice.spacing());
    }
  }

  /** Bounds of two runs from one point, after at most the given number of blocks. */
  abstract double[] composed(int blocks);

  /**
   * Bounds of two runs from the distance of a place, which is hidden in the given number of blocks.
   */
  abstract double[] hidden(int place, int blocks);

  /** Whether hiding distances takes little time to compute. */
  abstract boolean hidesEasily();

  /** Bounds of runs that have met in a block and have the given number of blocks left. */
  abstract double[] met(int blocks);

  /**
   * Fills in the larger one of two bounds, from {@code margin} losses below 0 to {@code margin}
   * losses above the last. Exchange of the two datasets gives the values below 0. The last value
   * bounds those above it.
   */
  void extend(double[] one, double[] other, int margin, float[] all) {
    int losses = one.length;
    Arrays.fill(all, 0, margin, Scaled.ONE);
    for (int l = 0; l < losses; l++) {
      double value = one[l] > other[l] ? one[l] : other[l];
      all[margin + l] = Scaled.up(value);
      if (l <= margin) {
        all[margin - l] = Scaled.up(Math.min(1, (gap[l] + decay[l] * value) * RAISED));
      }
    }
    Arrays.fill(all, margin + losses, all.length, all[margin + losses - 1]);
  }
}
