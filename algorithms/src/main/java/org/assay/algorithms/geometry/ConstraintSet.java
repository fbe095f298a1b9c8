package org.assay.algorithms.geometry;

/**
 * A closed bounded convex set of parameters, with its Euclidean projection.
 *
 * <p>Implementations are immutable and safe to use from any thread.
 */
public interface ConstraintSet {
  /**
   * The dimension of the space the set lives in.
   *
   * @return at least 1
   */
  int dimension();

  /**
   * The largest Euclidean distance between two points of the set.
   *
   * @return finite, above 0
   */
  double diameter();

  /**
   * Moves a point to the nearest point of the set. The map is non-expansive: two projections are
   * never further apart than their points, up to rounding.
   *
   * @param point the point, changed in place
   * @throws IllegalArgumentException if the dimension is wrong or a coordinate is not finite
   */
  void project(double[] point);

  /**
   * Whether a point belongs to the set or lies close to it.
   *
   * @param point the point
   * @param tolerance the largest Euclidean distance from the set that still counts, at least 0
   * @return whether the distance is at most the tolerance; false if a coordinate is NaN
   * @throws IllegalArgumentException if the dimension is wrong
   */
  boolean contains(double[] point, double tolerance);
}
