package org.assay.algorithms.internal.geometry;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * The ball of a radius around the origin in the l_p norm, 1 &lt; p &lt; infinity.
 *
 * <p>The Euclidean projection is computed from its optimality conditions by {@link
 * LpBallProjection}; the error is at most {@code 1e-11 |point|} in the Euclidean norm.
 */
public final class LpBall implements ConstraintSet, LinearMinimizationOracle {
  /**
   * Smallest p: below it, powers of coordinates with the dual order p/(p - 1) lose digits. Not
   * tuned.
   */
  private static final double SMALLEST_ORDER = 1.01;

  /** Largest p: above it, powers of coordinates with exponent p lose digits. Not tuned. */
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
   * @param radius finite and above 0, with a finite diameter
   * @return the ball
   * @throws IllegalArgumentException if a value is out of range
   */
  public static LpBall of(int dimension, double order, double radius) {
    Parameters.requireAtLeastOne("dimension", dimension);
    requireOrder("order", order);
    Parameters.requirePositive("radius", radius);
    LpBall ball = new LpBall(dimension, new LpNorm(order), radius);
    Parameters.requirePositive("diameter", ball.diameter());
    return ball;
  }

  /**
   * Checks an order of a norm.
   *
   * @param name what names the order in a message
   * @param order from 1.01 to 100
   * @throws IllegalArgumentException if the order is out of range
   */
  public static void requireOrder(String name, double order) {
    if (!(order >= SMALLEST_ORDER && order <= LARGEST_ORDER)) {
      throw new InvalidParameterException(name, "was " + order + ": it must be from 1.01 to 100");
    }
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

  /**
   * The Euclidean projection on an l_p ball, for a point outside. In the unit of the radius and up
   * to signs the nearest point x solves {@code x_j + mu x_j^(p-1) = |y_j|} with the multiplier mu
   * &gt; 0 for which {@code |x|_p = 1}.
   *
   * <p>For each mu the coordinates are found by Newton's method from the side from which it cannot
   * overshoot: the left side is convex in x for p ≥ 2, and in {@code s = x^(p-1)} for p &lt; 2. The
   * norm falls as mu grows and is at most 1 at {@code mu = |y|_q}, so Newton steps in mu, halving
   * the bracket where they leave it, end at {@code |x|_p = 1 + e}. This x is exactly the projection
   * on the ball of radius 1 + e. Projections on the two balls differ by at most {@code 2 |e| |y|},
   * because the balls are scaled copies of each other and projections are non-expansive.
   */
  private static final class LpBallProjection {
    /** Difference of the norm from 1 at which Newton's method stops. Not tuned. */
    private static final double NORM_TOLERANCE = 1e-13;

    /** Largest difference of the norm from 1 that is accepted. Not tuned. */
    private static final double NORM_ALLOWED = 1e-12;

    /** Largest number of Newton steps in the multiplier. Not tuned. */
    private static final int MOST_STEPS = 2000;

    /** Largest number of Newton steps in a coordinate. Not tuned. */
    private static final int MOST_INNER_STEPS = 200;

    private final double order;
    private final double[] target;
    private final double[] nearest;

    private LpBallProjection(double order, double[] target) {
      this.order = order;
      this.target = target;
      this.nearest = new double[target.length];
    }

    /** Moves a point of larger norm to the nearest point of the ball. */
    static void project(double[] point, LpNorm norm, double radius) {
      double[] target = new double[point.length];
      for (int j = 0; j < point.length; j++) {
        target[j] = Math.abs(point[j]) / radius;
      }
      LpBallProjection projection = new LpBallProjection(norm.order(), target);
      projection.solve(norm.dual().value(target));
      double size = norm.value(projection.nearest);
      if (!(Math.abs(size - 1) <= NORM_ALLOWED)) {
        throw new ArithmeticException(
            "projection on an l_" + norm.order() + " ball ended at a relative norm of " + size);
      }
      double scale = size > 1 ? radius / size : radius;
      for (int j = 0; j < point.length; j++) {
        point[j] = Math.copySign(projection.nearest[j] * scale, point[j]);
      }
    }

    private void solve(double largestMultiplier) {
      double low = 0;
      double high = largestMultiplier;
      double multiplier = high / 2;
      for (int step = 0; step < MOST_STEPS; step++) {
        double power = 0;
        double slope = 0;
        for (int j = 0; j < target.length; j++) {
          double x = coordinate(target[j], multiplier);
          nearest[j] = x;
          if (x > 0) {
            double gradient = Math.pow(x, order - 1);
            power += gradient * x;
            slope -= gradient * gradient / (1 + multiplier * (order - 1) * gradient / x);
          }
        }
        if (Math.abs(power - 1) <= NORM_TOLERANCE * order || high - low <= Math.ulp(high)) {
          return;
        }
        low = power > 1 ? multiplier : low;
        high = power > 1 ? high : multiplier;
        // The logarithm of the power sum is nearly linear in that of the multiplier.
        double newton =
            multiplier * Math.exp(-Math.log(power) * power / (multiplier * order * slope));
        multiplier = newton > low && newton < high ? newton : low + 0.5 * (high - low);
      }
      throw new ArithmeticException(
          "projection on an l_" + order + " ball did not settle in " + MOST_STEPS + " steps");
    }

    private double coordinate(double y, double multiplier) {
      if (y == 0) {
        return 0;
      }
      return order >= 2 ? inCoordinate(y, multiplier) : inPower(y, multiplier);
    }

    /**
     * Newton's method for {@code x + mu x^(p-1) = y} from the right, where the left side is convex.
     */
    private double inCoordinate(double y, double multiplier) {
      double x = Math.min(y, Math.pow(y / multiplier, 1 / (order - 1)));
      for (int step = 0; step < MOST_INNER_STEPS; step++) {
        double power = multiplier * Math.pow(x, order - 2);
        double next = x - (x + power * x - y) / (1 + (order - 1) * power);
        if (!(next < x)) {
          break;
        }
        x = next;
      }
      return x;
    }

    /**
     * Newton's method for {@code s^a + mu s = y} with {@code s = x^(p-1)} and {@code a = 1/(p - 1)
     * > 1}.
     */
    private double inPower(double y, double multiplier) {
      double exponent = 1 / (order - 1);
      double s = Math.min(Math.pow(y, order - 1), y / multiplier);
      for (int step = 0; step < MOST_INNER_STEPS; step++) {
        double power = Math.pow(s, exponent - 1);
        double next = s - (power * s + multiplier * s - y) / (exponent * power + multiplier);
        if (!(next < s)) {
          break;
        }
        s = next;
      }
      return Math.pow(s, exponent);
    }
  }
}
