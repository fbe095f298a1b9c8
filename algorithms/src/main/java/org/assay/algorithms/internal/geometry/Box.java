package org.assay.algorithms.internal.geometry;

import java.util.Arrays;
import org.assay.accountant.privacy.Parameters;

/** The points between two corners, coordinate by coordinate. */
public final class Box implements ConstraintSet, LinearMinimizationOracle {
  private final double[] lower;
  private final double[] upper;

  private Box(double[] lower, double[] upper) {
    this.lower = lower;
    this.upper = upper;
  }

  /**
   * A box.
   *
   * @param lower least coordinates, finite; copied
   * @param upper largest coordinates, finite, none below its counterpart and one above it; copied
   * @return the box
   * @throws IllegalArgumentException if a value is out of range or the lengths differ
   */
  public static Box of(double[] lower, double[] upper) {
    Parameters.requireAtLeastOne("dimension", lower.length);
    if (lower.length != upper.length) {
      throw new IllegalArgumentException(
          "length of upper was " + upper.length + ": it must be that of lower, " + lower.length);
    }
    for (int j = 0; j < lower.length; j++) {
      if (!(lower[j] <= upper[j] && Double.isFinite(upper[j] - lower[j]))) {
        throw new IllegalArgumentException(
            "upper[" + j + "] was " + upper[j] + ": it must be finite and at least " + lower[j]);
      }
    }
    Box box = new Box(lower.clone(), upper.clone());
    Parameters.requirePositive("diameter", box.diameter());
    return box;
  }

  /**
   * An interval of the line.
   *
   * @param lower least number, finite
   * @param upper largest number, finite and above the least
   * @return the box of dimension 1
   * @throws IllegalArgumentException if a value is out of range
   */
  public static Box interval(double lower, double upper) {
    return of(new double[] {lower}, new double[] {upper});
  }

  /**
   * A cube around the origin.
   *
   * @param dimension at least 1
   * @param radius largest magnitude of a coordinate, finite and above 0
   * @return the box
   * @throws IllegalArgumentException if a value is out of range
   */
  public static Box cube(int dimension, double radius) {
    Parameters.requireAtLeastOne("dimension", dimension);
    Parameters.requirePositive("radius", radius);
    double[] upper = new double[dimension];
    double[] lower = new double[dimension];
    Arrays.fill(upper, radius);
    Arrays.fill(lower, -radius);
    return of(lower, upper);
  }

  @Override
  public int dimension() {
    return lower.length;
  }

  @Override
  public double diameter() {
    return diameter(new LpNorm(2));
  }

  @Override
  public double diameter(LpNorm norm) {
    return Norms.distanceUp(lower, upper, norm);
  }

  @Override
  public void project(double[] point) {
    SetChecks.requirePoint(this, point);
    for (int j = 0; j < point.length; j++) {
      point[j] = Math.max(lower[j], Math.min(upper[j], point[j]));
    }
  }

  @Override
  public boolean contains(double[] point, double tolerance) {
    return SetChecks.isWithin(this, point, tolerance);
  }

  @Override
  public double largestDistance(double[] from) {
    SetChecks.requirePoint(this, from);
    double[] farthest = lower.clone();
    for (int j = 0; j < from.length; j++) {
      farthest[j] = from[j] - lower[j] >= upper[j] - from[j] ? lower[j] : upper[j];
    }
    // Rounding may choose the wrong corner at a tie, which changes a coordinate's distance in its
    // last place only.
    return Math.nextUp(Norms.distanceUp(from, farthest) * (1 + 0x1p-50));
  }

  @Override
  public void minimize(double[] direction, double[] minimizer) {
    SetChecks.requireOracleArguments(this, direction, minimizer);
    for (int j = 0; j < direction.length; j++) {
      minimizer[j] = direction[j] < 0 ? upper[j] : lower[j];
    }
  }

  @Override
  public String toString() {
    return "box in dimension " + lower.length;
  }
}
