package org.assay.algorithms.internal.optimize.clipped;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.SquareRootMatrix;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * The matrix C that DP-FTRL multiplies gradients with before it adds noise: the square root of the
 * matrix of prefix sums ([@FichtenbergerHenzingerUpadhyay2023]), of which as many bands are kept as
 * an epoch has batches. Then no row reads two gradients of one record, and the squares of their
 * shares add up.
 *
 * @param steps number of steps T, at least 1; events refuse more than 2^20
 * @param batches number of batches of an epoch, in the same order in each; at least 1
 */
record BandedSquareRoot(int steps, int batches) {
  private static final double UNIT = 0x1p-52;

  BandedSquareRoot {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireAtLeastOne("batches", batches);
  }

  int bands() {
    return Math.min(steps, batches);
  }

  /** Coefficients {@code f_0 = 1, f_k = f_{k-1} (2k - 1)/(2k)} of a column, each rounded. */
  double[] coefficients() {
    double[] coefficients = new double[bands()];
    coefficients[0] = 1;
    for (int k = 1; k < coefficients.length; k++) {
      coefficients[k] = coefficients[k - 1] * (2.0 * k - 1) / (2.0 * k);
    }
    return coefficients;
  }

  /**
   * What all rows spend when one record is replaced, which takes part in one step of each epoch.
   *
   * @param noiseMultiplier standard deviation over half of what a record's replacement moves
   */
  DpEvent event(double noiseMultiplier) {
    int epochs = 1 + (steps - 1) / batches;
    return new MatrixMechanismEvent(
        new SquareRootMatrix(steps, bands()),
        epochs,
        batches,
        noiseMultiplier,
        AdjacencyRelation.REPLACE_ONE);
  }

  /**
   * By how much more than its real length a gradient's change must count, since rows are computed
   * in doubles: {@code 8 L B √(T B) 2^-52} for gradients of norm L and B bands, rounded up. Proof:
   * {@code doc-files/combined-gradients.md}.
   */
  double rounding(double lipschitzConstant) {
    double root = Rounding.sqrtUp((double) steps * bands());
    double terms = Rounding.multiplyUp(8.0 * bands(), root);
    return Rounding.multiplyUp(lipschitzConstant, Rounding.multiplyUp(terms, UNIT));
  }
}
