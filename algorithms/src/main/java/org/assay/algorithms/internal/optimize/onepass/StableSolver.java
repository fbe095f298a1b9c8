package org.assay.algorithms.internal.optimize.onepass;

import org.assay.algorithms.objective.Dataset;

/**
 * A deterministic map from a starting point and some records to a parameter, of bounded sensitivity
 * in the records for every starting point in the set.
 */
interface StableSolver {
  /** Number of records that the solver reads. */
  int records();

  /**
   * Largest change of the result, in the Euclidean norm, when one of the records is replaced and
   * the starting point stays. Rounded up, finite and above 0.
   */
  double sensitivity();

  /** The step size eta of a descent of the same stability; finite and above 0. */
  double stepSize();

  /**
   * Adds to a sum a bound on the result's expected excess loss over the best parameter, for records
   * drawn independently from one distribution.
   *
   * @param sum the sum so far
   * @param squaredDistance the expected squared distance of the starting point from the best
   *     parameter
   */
  double addExcessLoss(double sum, double squaredDistance);

  /**
   * Replaces a starting point by the result.
   *
   * @param point a point of the set, changed in place
   * @param dataset the dataset of the records
   * @param from the first record
   */
  void solve(double[] point, Dataset dataset, int from);
}
