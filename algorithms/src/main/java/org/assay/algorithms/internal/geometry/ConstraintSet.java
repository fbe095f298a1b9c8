package org.assay.algorithms.internal.geometry;

import org.assay.accountant.numeric.Rounding;

/**
 * A closed bounded convex set of parameters, with its Euclidean projection.
 *
 * <p>Implementations are immutable and safe to use from any thread.
 */
public interface ConstraintSet {
  /**
   * Factor that covers the rounding of a computed nearest point; see {@link #largestDistance}. Not
   * tuned.
   */
  double ROUNDING_OF_PROJECTIONS = 1 + 1e-9;

  /**
   * The dimension of the space that contains the set.
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
   * A bound on the distance between two points of the set in another norm.
   *
   * @param norm the norm
   * @return finite, rounded up; the largest distance itself for the sets of this package
   */
  default double diameter(LpNorm norm) {
    return Rounding.multiplyUp(diameter(), norm.largestRatioTo(new LpNorm(2), dimension()));
  }

  /**
   * Moves a point to the nearest point of the set. The map is non-expansive: two projections are
   * never further apart than their points, up to twice the {@link #projectionError}.
   *
   * @param point the point, changed in place
   * @throws IllegalArgumentException if the dimension is wrong or a coordinate is not finite
   */
  void project(double[] point);

  /**
   * Largest distance of a computed nearest point from the exact one, beyond a few roundings of
   * every coordinate. The norm is Euclidean; the unit is the largest distance of the point from a
   * point of the set or from the origin.
   *
   * @return 0 unless a set says otherwise: nearest points are computed by a formula
   */
  default double projectionError() {
    return 0;
  }

  /**
   * Whether a point belongs to the set or lies close to it.
   *
   * @param point the point
   * @param tolerance the largest Euclidean distance from the set that still counts, at least 0
   * @return whether the distance is at most the tolerance; false if a coordinate is NaN
   * @throws IllegalArgumentException if the dimension is wrong
   */
  boolean contains(double[] point, double tolerance);

  /**
   * A bound on the Euclidean distance from a point to any point of the set. The default bound is
   * the distance to the nearest point plus the diameter.
   *
   * @param from the point; not changed
   * @return finite, rounded up
   * @throws IllegalArgumentException if the dimension is wrong or a coordinate is not finite
   */
  default double largestDistance(double[] from) {
    double[] nearest = from.clone();
    project(nearest);
    return Rounding.multiplyUp(
        Rounding.addUp(Norms.distanceUp(from, nearest), diameter()), ROUNDING_OF_PROJECTIONS);
  }
}
