package org.assay.algorithms.internal.optimize.onepass;

import org.assay.algorithms.objective.Dataset;

/**
 * A deterministic map from a starting point and some records to a parameter, of bounded sensitivity
 * in the records whatever the starting point in the set.
 */
interface StableSolver {
  /** How many records it reads. */
  int records();

  /**
   * How far the result can move, in the Euclidean norm, when one of the records is replaced and the
   * starting point stays; rounded up, finite and above 0.
   */
  double sensitivity();

  /** The step size that the result is as stable as; finite and above 0. */
  double stepSize();

  /**
   * Adds to a sum a bound on the result's expected excess loss over the best parameter, for records
   * drawn independently from one distribution.
   *
   * @param sum what is added to
   * @param squaredDistance the expected squared distance of the starting point from the best
   */
  double addExcessLoss(double sum, double squaredDistance);

  /**
   * Replaces a starting point by the result.
   *
   * @param point a point of the set, changed in place
   * @param dataset where the records are
   * @param from the first of them
   */
  void solve(double[] point, Dataset dataset, int from);
}
