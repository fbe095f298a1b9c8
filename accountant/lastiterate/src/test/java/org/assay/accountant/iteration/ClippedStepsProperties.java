package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The distance of two points after a step along clipped gradients of quadratic losses in the plane.
 * It grows at most by the factor {@code 1 + stepSize · smoothness}, for any curvatures, but by more
 * than 1 even if all curvatures are positive.
 */
class ClippedStepsProperties {
  private static final double CLIP = 1;

  /** A quadratic function with a symmetric Hessian and a centre. */
  private record Quadratic(double xx, double xy, double yy, double centerX, double centerY) {
    static Quadratic random(double smallest, double largest, Random random) {
      double angle = Math.PI * random.nextDouble();
      double cos = Math.cos(angle);
      double sin = Math.sin(angle);
      double one = smallest + (largest - smallest) * random.nextDouble();
      return new Quadratic(
          largest * cos * cos + one * sin * sin,
          (largest - one) * cos * sin,
          largest * sin * sin + one * cos * cos,
          random.nextGaussian(),
          random.nextGaussian());
    }

    double[] clippedGradient(double[] w) {
      double a = w[0] - centerX;
      double b = w[1] - centerY;
      double[] gradient = {xx * a + xy * b, xy * a + yy * b};
      double factor = Math.min(1, CLIP / Math.hypot(gradient[0], gradient[1]));
      return new double[] {factor * gradient[0], factor * gradient[1]};
    }
  }

  /** Distance after a step along the mean clipped gradient, over the distance before. */
  private static double expansion(Quadratic[] losses, double stepSize, Random random) {
    double[] x = {3 * random.nextGaussian(), 3 * random.nextGaussian()};
    double scale = Math.exp(-6 * random.nextDouble());
    double[] y = {x[0] + scale * random.nextGaussian(), x[1] + scale * random.nextGaussian()};
    double[] apart = {x[0] - y[0], x[1] - y[1]};
    double before = Math.hypot(apart[0], apart[1]);
    for (Quadratic loss : losses) {
      double[] one = loss.clippedGradient(x);
      double[] other = loss.clippedGradient(y);
      apart[0] -= stepSize / losses.length * (one[0] - other[0]);
      apart[1] -= stepSize / losses.length * (one[1] - other[1]);
    }
    return Math.hypot(apart[0], apart[1]) / before;
  }

  private static Quadratic[] losses(double smallest, double largest, Random random) {
    Quadratic[] losses = new Quadratic[1 + random.nextInt(4)];
    for (int i = 0; i < losses.length; i++) {
      losses[i] = Quadratic.random(smallest, largest, random);
    }
    return losses;
  }

  @Property(seed = "20200504", tries = 2000)
  void expandByAtMostTheSmoothness(@ForAll long seed) {
    Random random = new Random(seed);
    double smoothness = 2 * random.nextDouble();
    double stepSize = 2 * random.nextDouble();
    double sign = random.nextBoolean() ? 1 : -1;
    Quadratic[] losses = losses(-sign * smoothness, sign * smoothness, random);
    double expansion = expansion(losses, stepSize, random);
    assertTrue(expansion <= 1 + stepSize * smoothness + 1e-9, () -> "expansion " + expansion);
  }

  /** So clipped gradients of convex losses are no gradients of convex losses. */
  @Example
  void expandForConvexLossesToo() {
    Random random = new Random(20200504);
    double largest = 0;
    for (int i = 0; i < 20_000; i++) {
      largest = Math.max(largest, expansion(losses(0, 1, random), 1, random));
    }
    assertTrue(largest > 1.05, "largest expansion " + largest);
  }
}
