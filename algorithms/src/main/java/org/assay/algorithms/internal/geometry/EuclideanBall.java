package org.assay.algorithms.internal.geometry;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/** The closed Euclidean ball of a radius around a center. */
public final class EuclideanBall implements ConstraintSet, LinearMinimizationOracle {
  private final double[] center;
  private final double radius;

  private EuclideanBall(double[] center, double radius) {
    this.center = center;
    this.radius = radius;
  }

  /**
   * A ball around a point.
   *
   * @param center the center, at least one finite coordinate; copied
   * @param radius finite and above 0, with a finite diameter
   * @return the ball
   * @throws IllegalArgumentException if a value is out of range
   */
  public static EuclideanBall of(double[] center, double radius) {
    Parameters.requireAtLeastOne("dimension", center.length);
    Parameters.requirePositive("radius", radius);
    Parameters.requirePositive("diameter", 2 * radius);
    for (int j = 0; j < center.length; j++) {
      Parameters.requireNonNegative("|center[" + j + "]|", Math.abs(center[j]));
    }
    return new EuclideanBall(center.clone(), radius);
  }

  /**
   * A ball around the origin.
   *
   * @param dimension at least 1
   * @param radius finite and above 0
   * @return the ball
   * @throws IllegalArgumentException if a value is out of range
   */
  public static EuclideanBall centeredAtOrigin(int dimension, double radius) {
    Parameters.requireAtLeastOne("dimension", dimension);
    return of(new double[dimension], radius);
  }

  /**
   * The center.
   *
   * @return a copy
   */
  public double[] center() {
    return center.clone();
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
    return center.length;
  }

  @Override
  public double diameter() {
    return 2 * radius;
  }

  @Override
  public void project(double[] point) {
    double distance = distanceToCenter(point);
    if (distance <= radius) {
      return;
    }
    if (!(distance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "distance of the point from the center was "
              + distance
              + ": a point with such coordinates cannot be projected");
    }
    double shrink = radius / distance;
    for (int j = 0; j < point.length; j++) {
      point[j] = center[j] + shrink * (point[j] - center[j]);
    }
  }

  @Override
  public boolean contains(double[] point, double tolerance) {
    Parameters.requireNonNegative("tolerance", tolerance);
    return distanceToCenter(point) <= radius + tolerance;
  }

  @Override
  public double largestDistance(double[] from) {
    distanceToCenter(from);
    return Rounding.addUp(Norms.distanceUp(from, center), radius);
  }

  @Override
  public void minimize(double[] direction, double[] minimizer) {
    SetChecks.requireOracleArguments(this, direction, minimizer);
    double size = new LpNorm(2).value(direction);
    for (int j = 0; j < center.length; j++) {
      minimizer[j] = size > 0 ? center[j] - radius * (direction[j] / size) : center[j];
    }
  }

  private double distanceToCenter(double[] point) {
    if (point.length != center.length) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of the point was %s: it must be that of the ball, %s",
              point.length, center.length));
    }
    return Norms.distance(point, center);
  }

  @Override
  public String toString() {
    return "Euclidean ball of radius " + radius + " in dimension " + center.length;
  }
}
