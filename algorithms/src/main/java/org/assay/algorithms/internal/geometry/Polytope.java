package org.assay.algorithms.internal.geometry;

import java.util.Arrays;
import org.assay.accountant.privacy.Parameters;

/**
 * The convex hull of given points, not all equal; points inside the hull of the others are allowed.
 *
 * <p>The projection is found by Wolfe's method for the point of least norm and certified: with s
 * the largest distance of the point from a vertex, the result lies in the hull up to rounding and
 * within {@code 1e-6 s} of the nearest point (usually far closer), or an exception is thrown.
 * Points within the same distance of the set stay unchanged.
 */
public final class Polytope implements ConstraintSet, LinearMinimizationOracle {
  private final double[][] vertices;
  private final double diameter;

  /** Whether opposite corners are farthest from each other in every norm. */
  private final boolean cross;

  private Polytope(double[][] vertices) {
    this.vertices = vertices;
    this.cross = false;
    this.diameter = largestPairwise(new LpNorm(2));
  }

  private Polytope(double[][] vertices, double diameter) {
    this.vertices = vertices;
    this.cross = true;
    this.diameter = diameter;
  }

  /** The corners of a ball of the 1-norm; comparing all pairs of them would take d³ operations. */
  static Polytope crossPolytope(int dimension, double radius) {
    double[][] corners = new double[Math.multiplyExact(2, dimension)][dimension];
    for (int j = 0; j < dimension; j++) {
      corners[2 * j][j] = radius;
      corners[2 * j + 1][j] = -radius;
    }
    return new Polytope(corners, 2 * radius);
  }

  /**
   * The hull of points.
   *
   * @param vertices at least two, of one dimension, finite; copied
   * @return the polytope
   * @throws IllegalArgumentException if a value is out of range or all points are equal
   */
  public static Polytope of(double[][] vertices) {
    double[][] copy = Arrays.stream(vertices).map(double[]::clone).toArray(double[][]::new);
    Parameters.requireAtLeastOne("number of vertices", copy.length);
    Parameters.requireAtLeastOne("dimension", copy[0].length);
    for (int i = 0; i < copy.length; i++) {
      requireVertex(i, copy[i], copy[0].length);
    }
    Polytope polytope = new Polytope(copy);
    Parameters.requirePositive("diameter", polytope.diameter);
    return polytope;
  }

  private static void requireVertex(int i, double[] vertex, int dimension) {
    if (!(vertex.length == dimension && Arrays.stream(vertex).allMatch(Double::isFinite))) {
      throw new IllegalArgumentException(
          String.format(
              "vertices[%s] was %s: it must have %s finite coordinates",
              i, Arrays.toString(vertex), dimension));
    }
  }

  /**
   * Number of vertices.
   *
   * @return at least 2
   */
  public int vertexCount() {
    return vertices.length;
  }

  /**
   * A vertex.
   *
   * @param i index of the vertex, from 0
   * @return a copy
   */
  public double[] vertex(int i) {
    return vertices[i].clone();
  }

  @Override
  public int dimension() {
    return vertices[0].length;
  }

  @Override
  public double diameter() {
    return diameter;
  }

  @Override
  public double diameter(LpNorm norm) {
    return cross ? diameter : largestPairwise(norm);
  }

  private double largestPairwise(LpNorm norm) {
    double largest = 0;
    for (int i = 0; i < vertices.length; i++) {
      for (int k = 0; k < i; k++) {
        largest = Math.max(largest, Norms.distanceUp(vertices[i], vertices[k], norm));
      }
    }
    return largest;
  }

  /** The error of the projection: the method stops at a squared distance of 1e-12. */
  @Override
  public double projectionError() {
    return 2e-6;
  }

  @Override
  public void project(double[] point) {
    SetChecks.requirePoint(this, point);
    MinimumNormPoint.moveToNearest(point, vertices);
  }

  @Override
  public boolean contains(double[] point, double tolerance) {
    return SetChecks.isWithin(this, point, tolerance);
  }

  @Override
  public double largestDistance(double[] from) {
    SetChecks.requirePoint(this, from);
    double largest = 0;
    for (double[] vertex : vertices) {
      largest = Math.max(largest, Norms.distanceUp(from, vertex));
    }
    return largest;
  }

  @Override
  public void minimize(double[] direction, double[] minimizer) {
    SetChecks.requireOracleArguments(this, direction, minimizer);
    double[] best = vertices[minimizingVertex(direction)];
    System.arraycopy(best, 0, minimizer, 0, best.length);
  }

  /**
   * The vertex at which a linear function is smallest, the first of several.
   *
   * @param direction the linear function
   * @return which vertex, from 0
   */
  public int minimizingVertex(double[] direction) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < vertices.length; i++) {
      double value = dot(vertices[i], direction);
      if (value < least) {
        least = value;
        best = i;
      }
    }
    return best;
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  @Override
  public String toString() {
    return "polytope of " + vertices.length + " vertices in dimension " + vertices[0].length;
  }
}
