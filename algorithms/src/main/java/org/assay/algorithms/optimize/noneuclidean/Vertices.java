package org.assay.algorithms.optimize.noneuclidean;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.geometry.Norms;

/** The vertices of a polytope, and the Euclidean diameter, rounded up. */
public final class Vertices {
  private final double[][] points;
  private final double diameter;
  private final double largestNorm;

  private Vertices(double[][] points, double diameter) {
    this.points = points;
    this.diameter = diameter;
    double norm = 0;
    for (double[] point : points) {
      norm = Math.max(norm, Norms.euclideanUp(point, 0, point.length));
    }
    this.largestNorm = norm;
  }

  /**
   * The vertices of a polytope.
   *
   * @param points at least two, finite and of one dimension; copied
   * @return the vertices
   * @throws IllegalArgumentException if a point is not finite, dimensions differ or all are equal
   */
  public static Vertices of(double[][] points) {
    Parameters.requireAtLeastOne("number of vertices - 1", points.length - 1L);
    double diameter = 0;
    double[][] copies = new double[points.length][];
    for (int i = 0; i < points.length; i++) {
      copies[i] = points[i].clone();
      if (points[i].length != points[0].length) {
        throw new IllegalArgumentException(
            "dimension of vertex "
                + i
                + " was "
                + points[i].length
                + ": it must be that of the first, "
                + points[0].length);
      }
      for (int k = 0; k < i; k++) {
        diameter = Math.max(diameter, distanceUp(copies[i], copies[k]));
      }
    }
    return new Vertices(copies, Parameters.requirePositive("diameter", diameter));
  }

  /**
   * The 2d vertices ±radius e_j of the ball of the 1-norm around the origin.
   *
   * @param dimension d, at least 1
   * @param radius finite and above 0
   * @return the vertices
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Vertices ofL1Ball(int dimension, double radius) {
    Parameters.requireAtLeastOne("dimension", dimension);
    Parameters.requirePositive("radius", radius);
    double[][] points = new double[2 * dimension][dimension];
    for (int j = 0; j < dimension; j++) {
      points[2 * j][j] = radius;
      points[2 * j + 1][j] = -radius;
    }
    return new Vertices(points, 2 * radius);
  }

  private static double distanceUp(double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int j = 0; j < a.length; j++) {
      difference[j] = Math.nextUp(Math.abs(a[j] - b[j]));
    }
    return Norms.euclideanUp(difference, 0, difference.length);
  }

  /**
   * Number of vertices.
   *
   * @return at least 2
   */
  public int count() {
    return points.length;
  }

  /**
   * Number of coordinates.
   *
   * @return at least 1
   */
  public int dimension() {
    return points[0].length;
  }

  /**
   * The largest Euclidean distance of two vertices.
   *
   * @return the distance, rounded up
   */
  public double diameter() {
    return diameter;
  }

  /**
   * The largest Euclidean norm of a vertex.
   *
   * @return the norm, rounded up
   */
  public double largestNorm() {
    return largestNorm;
  }

  /**
   * A vertex.
   *
   * @param index which, from 0
   * @return a copy
   */
  public double[] vertex(int index) {
    return points[index].clone();
  }

  /** The scalar product of a vertex and a vector. */
  double dot(int index, double[] vector) {
    double[] point = points[index];
    double sum = 0;
    for (int j = 0; j < point.length; j++) {
      sum += point[j] * vector[j];
    }
    return sum;
  }

  /** Moves a point towards a vertex by a share of the way. */
  void moveTowards(int index, double share, double[] point) {
    for (int j = 0; j < point.length; j++) {
      point[j] = (1 - share) * point[j] + share * points[index][j];
    }
  }

  /** A bound on the sum of the roundings of a score, relative to the norms of its factors. */
  double dotError() {
    return Rounding.multiplyUp(dimension() + 2.0, 0x1p-52);
  }
}
