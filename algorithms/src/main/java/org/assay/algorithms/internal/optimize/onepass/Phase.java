package org.assay.algorithms.internal.optimize.onepass;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GridGaussian;

/**
 * A phase: a solver on fresh records, and the Gaussian noise, exact on a grid, that hides its
 * result.
 *
 * @param solver what is run
 * @param noise what is added to each coordinate
 */
record Phase(StableSolver solver, GridGaussian noise) {
  /** A phase with noise of a given standard deviation. */
  static Phase of(StableSolver solver, double standardDeviation) {
    return new Phase(solver, new GridGaussian(standardDeviation));
  }

  /** What releasing the noisy result spends, for every starting point. */
  DpEvent event() {
    return noise.event(new Sensitivity(solver.sensitivity(), AdjacencyRelation.REPLACE_ONE));
  }

  /** Expected squared distance that the noise adds, which a set of this diameter may cut off. */
  double squaredReach(int dimension, double diameter) {
    double deviation = noise.standardDeviation();
    return Math.min(diameter * diameter, dimension * deviation * deviation);
  }
}
