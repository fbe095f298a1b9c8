package org.assay.algorithms.internal.optimize.perturbation;

import java.util.random.RandomGenerator;

/** A way to find the minimizer of a {@link PerturbedObjective}, to a certified distance. */
interface MinimizerSearch {
  /**
   * A point near the minimizer.
   *
   * @param tolerance largest distance from the minimizer, above 0
   * @param random the solver's own coins
   * @return a point whose {@link PerturbedObjective#distanceBound} is at most the tolerance
   * @throws IllegalStateException if none was found; nothing may be released then
   */
  double[] minimize(PerturbedObjective objective, double tolerance, RandomGenerator random);

  /** The exception of a search that ran out of rounds. */
  static IllegalStateException failure(double tolerance, double reached) {
    return new IllegalStateException(
        String.format(
            "distance from the minimizer was %s: it must be at most the tolerance %s; allow a"
                + " larger one",
            reached, tolerance));
  }

  /** The name in reports. */
  String name();
}
