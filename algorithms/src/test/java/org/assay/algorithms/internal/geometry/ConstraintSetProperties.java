package org.assay.algorithms.internal.geometry;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Group;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;

/** The contract for each set, and hand-computed points. */
@SuppressWarnings("ClassCanBeStatic") // groups are inner classes
class ConstraintSetProperties {
  /** A random point of a set that is a ball around the origin in some norm. */
  private static double[] scaledInto(Random random, int dimension, LpNorm norm, double radius) {
    double[] v = random.doubles(dimension, -1, 1).toArray();
    double factor = (random.nextInt(3) == 0 ? 1 : random.nextDouble()) * radius / norm.value(v);
    for (int j = 0; j < v.length; j++) {
      v[j] *= factor;
    }
    return v;
  }

  private static double[] weights(Random random, int count) {
    double[] weights = new double[count];
    double total = 0;
    for (int k = 0; k < count; k++) {
      weights[k] = random.nextInt(3) == 0 ? 0 : -Math.log(1 - random.nextDouble());
      total += weights[k];
    }
    weights[0] += total == 0 ? 1 : 0;
    total = total == 0 ? 1 : total;
    for (int k = 0; k < count; k++) {
      weights[k] /= total;
    }
    return weights;
  }

  @Group
  class Ball extends SetContract {
    private final EuclideanBall ball = EuclideanBall.of(new double[] {1, -2, 0.5}, 3);

    @Override
    ConstraintSet set() {
      return ball;
    }

    @Override
    double[] member(Random random) {
      double[] v = scaledInto(random, 3, new LpNorm(2), 3);
      for (int j = 0; j < 3; j++) {
        v[j] += ball.center()[j];
      }
      return v;
    }
  }

  @Group
  class Boxes extends SetContract {
    private final double[] lower = {-1, 0, 2};
    private final double[] upper = {0.5, 0, 3};

    @Override
    ConstraintSet set() {
      return Box.of(lower, upper);
    }

    @Override
    double[] member(Random random) {
      double[] v = new double[3];
      for (int j = 0; j < 3; j++) {
        v[j] = lower[j] + random.nextInt(5) / 4.0 * (upper[j] - lower[j]);
      }
      return v;
    }
  }

  @Group
  class CrossPolytope extends SetContract {
    @Override
    ConstraintSet set() {
      return L1Ball.of(4, 1.5);
    }

    @Override
    double[] member(Random random) {
      return scaledInto(random, 4, new LpNorm(1), 1.5);
    }
  }

  abstract static class LpContract extends SetContract {
    private final LpBall ball;

    LpContract(double order) {
      this.ball = LpBall.of(4, order, 1.5);
    }

    @Override
    ConstraintSet set() {
      return ball;
    }

    @Override
    double[] member(Random random) {
      return scaledInto(random, 4, ball.norm(), 1.5);
    }
  }

  @Group
  class NearlyTheCrossPolytope extends LpContract {
    NearlyTheCrossPolytope() {
      super(1.05);
    }
  }

  @Group
  class BelowTwo extends LpContract {
    BelowTwo() {
      super(1.5);
    }
  }

  @Group
  class AboveTwo extends LpContract {
    AboveTwo() {
      super(3);
    }
  }

  @Group
  class NearlyTheCube extends LpContract {
    NearlyTheCube() {
      super(40);
    }
  }

  /** Eight random points in space, and one in the middle of them. */
  @Group
  class Hull extends SetContract {
    private final double[][] vertices = vertices();

    private static double[][] vertices() {
      Random random = new Random(3);
      double[][] vertices = new double[9][];
      for (int i = 0; i < 8; i++) {
        vertices[i] = random.doubles(3, -2, 2).toArray();
      }
      vertices[8] = new double[3];
      for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 3; j++) {
          vertices[8][j] += vertices[i][j] / 8;
        }
      }
      return vertices;
    }

    @Override
    ConstraintSet set() {
      return Polytope.of(vertices);
    }

    @Override
    double accuracy() {
      return 1e-6 * 20;
    }

    @Override
    double[] member(Random random) {
      double[] weights = weights(random, 9);
      double[] v = new double[3];
      for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 3; j++) {
          v[j] += weights[i] * vertices[i][j];
        }
      }
      return v;
    }
  }

  private static double[] projected(ConstraintSet set, double... point) {
    set.project(point);
    return point;
  }

  @Example
  void projectsHandComputedPoints() {
    assertArrayEquals(new double[] {2}, projected(Box.interval(-1, 2), 7));
    assertArrayEquals(new double[] {0.5, -0.5}, projected(Box.cube(2, 0.5), 3, -0.7));
    double[] third = projected(L1Ball.of(3, 1), 0.5, -0.5, 0.5);
    assertArrayEquals(new double[] {1.0 / 3, -1.0 / 3, 1.0 / 3}, third, 1e-15);
    assertArrayEquals(new double[] {0, 1, 0}, projected(L1Ball.of(3, 1), 0, 5, 1), 1e-15);
    assertArrayEquals(new double[] {0.75, -0.25}, projected(L1Ball.of(2, 1), 1, -0.5), 1e-15);
    assertArrayEquals(new double[] {0.6, 0.8}, projected(LpBall.of(2, 2, 1), 3, 4), 1e-12);
    double side = Math.pow(0.5, 1 / 1.5);
    assertArrayEquals(new double[] {side, -side}, projected(LpBall.of(2, 1.5, 1), 3, -3), 1e-12);
    Polytope triangle = Polytope.of(new double[][] {{0, 0}, {2, 0}, {0, 2}});
    assertArrayEquals(new double[] {1, 1}, projected(triangle, 4, 4), 1e-12);
    assertArrayEquals(new double[] {2, 0}, projected(triangle, 5, 1), 1e-12);
    assertArrayEquals(new double[] {0.5, 0.25}, projected(triangle, 0.5, 0.25), 1e-12);
  }

  /** Two algorithms for one set. */
  @Property(tries = 200, seed = "87")
  void theHullOfTheCornersIsTheCrossPolytope(
      @ForAll @DoubleRange(min = -3, max = 3) @Scale(9) double x,
      @ForAll @DoubleRange(min = -3, max = 3) @Scale(9) double y,
      @ForAll @DoubleRange(min = -3, max = 3) @Scale(9) double z) {
    L1Ball ball = L1Ball.of(3, 1.5);
    assertArrayEquals(projected(ball, x, y, z), projected(ball.toPolytope(), x, y, z), 1e-9);
  }

  @Example
  void knowsDiameters() {
    assertEquals(3, Box.interval(-1, 2).diameter());
    assertEquals(5, Box.of(new double[] {0, 0}, new double[] {3, 4}).diameter());
    assertEquals(7, Box.of(new double[] {0, 0}, new double[] {3, 4}).diameter(new LpNorm(1)));
    assertEquals(6, L1Ball.of(4, 3).diameter());
    assertEquals(6, LpBall.of(4, 1.5, 3).diameter());
    assertEquals(6 * Math.pow(4, 0.5 - 1.0 / 3), LpBall.of(4, 3, 3).diameter(), 1e-13);
    assertEquals(6, LpBall.of(4, 3, 3).diameter(new LpNorm(3)));
    assertEquals(12, EuclideanBall.centeredAtOrigin(4, 3).diameter(new LpNorm(1)), 1e-13);
    assertEquals(5, Polytope.of(new double[][] {{0, 0}, {3, 4}, {1, 1}}).diameter());
  }

  @Example
  void knowsHowFarItReaches() {
    assertEquals(
        5, Box.of(new double[] {0, 0}, new double[] {3, 4}).largestDistance(new double[2]), 1e-14);
    assertEquals(3, L1Ball.of(2, 3).largestDistance(new double[2]));
    assertEquals(3, LpBall.of(2, 1.5, 3).largestDistance(new double[2]));
    assertEquals(7, EuclideanBall.centeredAtOrigin(2, 2).largestDistance(new double[] {3, 4}));
  }

  @Example
  void tiesGoToTheFirst() {
    double[] v = new double[3];
    L1Ball.of(3, 2).minimize(new double[] {1, -1, 0}, v);
    assertArrayEquals(new double[] {-2, 0, 0}, v);
    LpBall.of(3, 3, 2).minimize(new double[3], v);
    assertArrayEquals(new double[3], v);
    assertEquals(1, Polytope.of(new double[][] {{1}, {0}, {0}}).minimizingVertex(new double[] {1}));
  }

  @Example
  void refusesWhatMakesNoSense() {
    refuses("upper[1] was 0.0", () -> Box.of(new double[] {0, 1}, new double[] {1, 0}));
    refuses("upper[0] was NaN", () -> Box.interval(0, Double.NaN));
    refuses("diameter was 0.0", () -> Box.interval(1, 1));
    refuses("radius was 0.0", () -> L1Ball.of(2, 0));
    refuses("order was 1.0", () -> LpBall.of(2, 1, 1));
    refuses("order was NaN", () -> LpBall.of(2, Double.NaN, 1));
    refuses("vertices[1] was [1.0]", () -> Polytope.of(new double[][] {{1, 2}, {1}}));
    refuses("diameter was 0.0", () -> Polytope.of(new double[][] {{1, 2}, {1, 2}}));
  }
}
