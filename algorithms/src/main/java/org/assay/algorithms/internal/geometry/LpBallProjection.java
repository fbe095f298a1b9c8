package org.assay.algorithms.internal.geometry;

/**
 * The Euclidean projection on an l_p ball, for a point outside. In the unit of the radius and up to
 * signs the nearest point x solves {@code x_j + mu x_j^(p-1) = |y_j|} with the multiplier mu &gt; 0
 * for which {@code |x|_p = 1}.
 *
 * <p>For each mu the coordinates are found by Newton's method from the side from which it cannot
 * overshoot: the left side is convex in x for p ≥ 2, and in {@code s = x^(p-1)} for p &lt; 2. The
 * norm falls as mu grows and is at most 1 at {@code mu = |y|_q}, so Newton steps in mu, halving the
 * bracket where they leave it, end at {@code |x|_p = 1 + e}. There x is exactly the projection on
 * the ball of radius 1 + e; projections on two balls differ by at most {@code 2 |e| |y|} because
 * they are scaled copies of each other and non-expansive.
 */
final class LpBallProjection {
  private static final double NORM_TOLERANCE = 1e-13;
  private static final double NORM_ALLOWED = 1e-12;
  private static final int MOST_STEPS = 2000;
  private static final int MOST_INNER_STEPS = 200;

  private final double order;
  private final double[] target;
  private final double[] nearest;

  private LpBallProjection(double order, double[] target) {
    this.order = order;
    this.target = target;
    this.nearest = new double[target.length];
  }

  /** Moves a point of larger norm to the nearest one of the ball. */
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

  /** Newton's method for {@code x + mu x^(p-1) = y}, convex, from the right. */
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

  /** The same for {@code s^a + mu s = y} with {@code s = x^(p-1)} and {@code a = 1/(p - 1) > 1}. */
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
