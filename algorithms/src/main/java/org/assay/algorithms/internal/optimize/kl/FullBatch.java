package org.assay.algorithms.internal.optimize.kl;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * The mean gradient of all records with the cost of its release. Replacing one of n records moves
 * the mean by at most 1/n of the {@linkplain Loss#gradientSensitivity sensitivity} of a record's
 * gradient. The sensitivity is at most 2L, and not L as in the printed proofs of [@MenartEtAl2023].
 *
 * @param loss the loss of a record
 * @param set the set of parameters, so that the loss's constants hold
 * @param records number of records n, at least 1
 */
record FullBatch(Loss loss, ConstraintSet set, int records) {
  FullBatch {
    Parameters.requireAtLeastOne("records", records);
    loss.requireSupportedOn(set);
  }

  /** The point of the set nearest to the origin. */
  double[] start() {
    double[] start = new double[set.dimension()];
    set.project(start);
    return start;
  }

  /** Largest distance of the computed mean gradients of neighbours. */
  private Sensitivity sensitivity() {
    return MeanGradientSensitivity.of(loss, records, set.dimension());
  }

  /**
   * Largest distance of the computed norms of these gradients; each norm has an error of at most
   * {@code (d + 4) 2^-53 L}.
   */
  private Sensitivity normSensitivity() {
    double relative = Rounding.multiplyUp(set.dimension() + 4.0, 0x1p-52);
    double rounded = Rounding.multiplyUp(relative, loss.lipschitzConstant());
    return new Sensitivity(
        Rounding.addUp(sensitivity().value(), rounded), AdjacencyRelation.REPLACE_ONE);
  }

  /** Ratio of the larger computed sensitivity to the one in real numbers, at least 1. */
  double roundingShare() {
    double exact = Rounding.divideDown(loss.gradientSensitivity(), records);
    return Rounding.divideUp(normSensitivity().value(), exact);
  }

  /** Writes the mean gradient at a point. */
  void gradient(double[] w, Dataset dataset, double[] gradient) {
    Arrays.fill(gradient, 0);
    loss.addBatchGradient(w, dataset, 0, records, 1.0 / records, gradient);
  }

  /**
   * The mean gradient with Gaussian noise, an exact release on a grid. Its cost is {@link
   * #releaseEvent}, without an addend for rounding.
   */
  double[] release(double[] w, Dataset dataset, GridGaussian noise, RandomGenerator random) {
    double[] gradient = new double[set.dimension()];
    gradient(w, dataset, gradient);
    return noise.release(gradient, random);
  }

  /** The event of {@link #release}. */
  DpEvent releaseEvent(double noise) {
    return new GridGaussian(noise).event(sensitivity());
  }

  /** The event of an exact release of a mean gradient's norm. */
  DpEvent normReleaseEvent(double noise) {
    return new GridGaussian(noise).event(normSensitivity());
  }

  void requireSuitable(Dataset dataset) {
    Suitability.requireExactly(dataset, loss, set, records);
  }

  static double norm(double[] vector) {
    double square = 0;
    for (double coordinate : vector) {
      square += coordinate * coordinate;
    }
    return Math.sqrt(square);
  }
}
