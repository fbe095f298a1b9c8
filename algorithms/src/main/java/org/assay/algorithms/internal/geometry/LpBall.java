package org.assay.algorithms.internal.geometry;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * The ball of a radius around the origin in the l_p norm, 1 &lt; p &lt; infinity.
 *
 * <p>The Euclidean projection is computed from its optimality conditions by {@link
 * LpBallProjection}; it errs by at most {@code 1e-11 |point|} in the Euclidean norm.
 */
public final class LpBall implements ConstraintSet, LinearMinimizationOracle {
  /** Smallest p: powers of coordinates with the dual order p/(p - 1) lose digits below. */
  private static final double SMALLEST_ORDER = 1.01;

  /** Largest p: powers of coordinates with exponent p lose digits above. */
  private static final double LARGEST_ORDER = 100;

  private final int dimension;
  private final LpNorm norm;
  private final double radius;

  private LpBall(int dimension, LpNorm norm, double radius) {
    this.dimension = dimension;
    this.norm = norm;
    this.radius = radius;
  }

  /**
   * A ball.
   *
   * @param dimension at least 1
   * @param order the order p of the norm, from 1.01 to 100
   * @param radius finite and above 0, and so that the diameter is finite too
   * @return the ball
   * @throws IllegalArgumentException if a value is out of range
   */
  public static LpBall of(int dimension, double order, double radius) {
    Parameters.requireAtLeastOne("dimension", dimension);
    if (!(order >= SMALLEST_ORDER && order <= LARGEST_ORDER)) {
      throw new IllegalArgumentException(
          "order was "
              + order
              + ": it must be from 1.01 to 100; for 1 there is L1Ball, for larger ones Box.cube");
    }
    Parameters.requirePositive("radius", radius);
    LpBall ball = new LpBall(dimension, new LpNorm(order), radius);
    Parameters.requirePositive("diameter", ball.diameter());
    return ball;
  }

  /**
   * The norm.
   *
   * @return the l_p norm
   */
  public LpNorm norm() {
    return norm;
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
    return diameter(new LpNorm(2));
  }

  @Override
  public double diameter(LpNorm other) {
    return Rounding.multiplyUp(2 * radius, other.largestRatioTo(norm, dimension));
  }

  @Override
  public double projectionError() {
    return 1e-11;
  }

  @Override
  public void project(double[] point) {
    SetChecks.requirePoint(this, point);
    if (norm.value(point) > radius) {
      LpBallProjection.project(point, norm, radius);
    }
  }

  @Override
  public boolean contains(double[] point, double tolerance) {
    return SetChecks.isWithin(this, point, tolerance);
  }

  @Override
  public double largestDistance(double[] from) {
    SetChecks.requirePoint(this, from);
    double reach = Rounding.multiplyUp(radius, new LpNorm(2).largestRatioTo(norm, dimension));
    return Rounding.addUp(Norms.euclideanUp(from, 0, from.length), reach);
  }

  /** The point {@code -radius sign(g) |g|^(q-1) / |g|_q^(q-1)} for the dual order q. */
  @Override
  public void minimize(double[] direction, double[] minimizer) {
    SetChecks.requireOracleArguments(this, direction, minimizer);
    LpNorm dual = norm.dual();
    double size = dual.value(direction);
    Arrays.fill(minimizer, 0);
    for (int j = 0; size > 0 && j < direction.length; j++) {
      double share = Math.pow(Math.abs(direction[j]) / size, dual.order() - 1);
      minimizer[j] = Math.copySign(radius * share, -direction[j]);
    }
  }

  @Override
  public String toString() {
    return "l_" + norm.order() + " ball of radius " + radius + " in dimension " + dimension;
  }
}
