package org.assay.algorithms.optimize.onepass;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GaussianNoise;

/**
 * A phase: a solver on fresh records, and the Gaussian noise that is added to its result.
 *
 * @param solver what is run
 * @param noise what is added to each coordinate, with a standard deviation above 0
 */
record Phase(StableSolver solver, GaussianNoise noise) {
  /** A phase with noise of a given standard deviation. */
  static Phase of(StableSolver solver, double standardDeviation) {
    return new Phase(solver, new GaussianNoise(standardDeviation));
  }

  /** What releasing the noisy result spends, for every starting point. */
  DpEvent event() {
    return noise.event(new Sensitivity(solver.sensitivity(), AdjacencyRelation.REPLACE_ONE));
  }
}
