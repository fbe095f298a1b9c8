package org.assay.algorithms.internal.geometry;

import java.util.Arrays;
import org.assay.accountant.privacy.Parameters;

/** The ball of a radius around the origin in the 1-norm: the cross-polytope. */
public final class L1Ball implements ConstraintSet, LinearMinimizationOracle {
  private final int dimension;
  private final double radius;

  private L1Ball(int dimension, double radius) {
    this.dimension = dimension;
    this.radius = radius;
  }

  /**
   * A ball.
   *
   * @param dimension at least 1
   * @param radius finite and above 0, with a finite diameter
   * @return the ball
   * @throws IllegalArgumentException if a value is out of range
   */
  public static L1Ball of(int dimension, double radius) {
    Parameters.requireAtLeastOne("dimension", dimension);
    Parameters.requirePositive("radius", radius);
    Parameters.requirePositive("diameter", 2 * radius);
    return new L1Ball(dimension, radius);
  }

  /**
   * The radius.
   *
   * @return finite, above 0
   */
  public double radius() {
    return radius;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double diameter() {
    return 2 * radius;
  }

  /** The diameter is the distance of opposite corners, which are farthest apart in every norm. */
  @Override
  public double diameter(LpNorm norm) {
    return 2 * radius;
  }

  /** The magnitudes of a point outside are projected on the simplex; the signs stay. */
  @Override
  public void project(double[] point) {
    SetChecks.requirePoint(this, point);
    double sum = 0;
    for (double coordinate : point) {
      sum += Math.abs(coordinate);
    }
    if (sum <= radius) {
      return;
    }
    double[] magnitudes = Arrays.stream(point).map(Math::abs).toArray();
    projectOnSimplex(magnitudes, radius);
    for (int j = 0; j < point.length; j++) {
      point[j] = Math.copySign(magnitudes[j], point[j]);
    }
  }

  /**
   * Moves a point to the nearest one with coordinates at least 0 whose sum is {@code total}. The
   * nearest point subtracts one threshold from all coordinates and cuts at 0. Sorting gives the
   * number of coordinates that stay above 0. The result is exact up to rounding relative to the
   * largest coordinate.
   */
  private static void projectOnSimplex(double[] point, double total) {
    double[] sorted = point.clone();
    Arrays.sort(sorted);
    double sum = 0;
    double threshold = 0;
    for (int kept = 1; kept <= sorted.length; kept++) {
      double next = sorted[sorted.length - kept];
      double candidate = (sum + next - total) / kept;
      if (kept > 1 && next <= candidate) {
        break;
      }
      sum += next;
      threshold = candidate;
    }
    for (int j = 0; j < point.length; j++) {
      point[j] = Math.max(0, point[j] - threshold);
    }
  }

  @Override
  public boolean contains(double[] point, double tolerance) {
    return SetChecks.isWithin(this, point, tolerance);
  }

  /** The largest distance is that of a corner, since a convex function is largest at a corner. */
  @Override
  public double largestDistance(double[] from) {
    SetChecks.requirePoint(this, from);
    int farthest = 0;
    for (int j = 1; j < dimension; j++) {
      farthest = Math.abs(from[j]) > Math.abs(from[farthest]) ? j : farthest;
    }
    // The square of the distance of a corner is |from|² + 2 radius |from_j| + radius² at most.
    double[] corner = new double[dimension];
    corner[farthest] = from[farthest] > 0 ? -radius : radius;
    return Norms.distanceUp(from, corner);
  }

  @Override
  public void minimize(double[] direction, double[] minimizer) {
    SetChecks.requireOracleArguments(this, direction, minimizer);
    int steepest = 0;
    for (int j = 1; j < direction.length; j++) {
      steepest = Math.abs(direction[j]) > Math.abs(direction[steepest]) ? j : steepest;
    }
    Arrays.fill(minimizer, 0);
    minimizer[steepest] = direction[steepest] > 0 ? -radius : radius;
  }

  /**
   * The polytope of the corners, two for each axis, from which a selection mechanism chooses.
   *
   * @return the ball as a polytope
   */
  public Polytope toPolytope() {
    return Polytope.crossPolytope(dimension, radius);
  }

  @Override
  public String toString() {
    return "1-norm ball of radius " + radius + " in dimension " + dimension;
  }
}
