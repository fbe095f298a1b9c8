package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;

/**
 * What is known of two runs on neighbouring data without the recursion, at the losses of a {@link
 * TwoDataLattice} and rounded up: from one point, and from two whose distance is hidden.
 */
abstract class TwoDataProfiles {
  /** More than the relative rounding error of the exchange, chords and their weights. */
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

  /** Two runs from one point, for at most so many blocks. */
  abstract double[] composed(int blocks);

  /** Two runs from the distance of a place, which is hidden in so many blocks. */
  abstract double[] hidden(int place, int blocks);

  /** Whether distances are hidden at little cost. */
  abstract boolean hidesEasily();

  /** The profile of runs that have met in a block, after which the given number is to come. */
  abstract double[] met(int blocks);

  /**
   * Fills in the larger one of two bounds, from so many losses below 0, by the exchange of the
   * data, to so many beyond the last, the value of which bounds them.
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
