package org.assay.algorithms.internal.geometry;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class EuclideanBallProperties {
  private static final EuclideanBall BALL = EuclideanBall.of(new double[] {1, -2, 0.5}, 3);
  private static final double ROUNDING = 1e-12;

  @Provide
  Arbitrary<double[]> points() {
    return Arbitraries.doubles()
        .between(-50, 50)
        .ofScale(12)
        .array(double[].class)
        .ofSize(3)
        .withoutEdgeCases();
  }

  private static double[] projected(double[] point) {
    double[] result = point.clone();
    BALL.project(result);
    return result;
  }

  @Property(tries = 500, seed = "21")
  void projectionsLieInTheBallAndPointsOfTheBallStay(@ForAll("points") double[] point) {
    double[] image = projected(point);
    assertTrue(BALL.contains(image, ROUNDING));
    if (BALL.contains(point, 0)) {
      assertArrayEquals(point, image);
    }
  }

  /** The nearest point p of a convex set K is the one with ⟨x - p, k - p⟩ ≤ 0 for all k in K. */
  @Property(tries = 500, seed = "22")
  void noPointOfTheBallIsNearer(@ForAll("points") double[] x, @ForAll("points") double[] other) {
    double[] p = projected(x);
    double[] k = projected(other);
    double product = 0;
    for (int j = 0; j < 3; j++) {
      product += (x[j] - p[j]) * (k[j] - p[j]);
    }
    assertTrue(product <= 1e-9, "product " + product);
  }

  @Property(tries = 500, seed = "23")
  void projectionIsNonExpansive(@ForAll("points") double[] x, @ForAll("points") double[] y) {
    double before = Norms.distance(x, y);
    double after = Norms.distance(projected(x), projected(y));
    assertTrue(after <= before * (1 + ROUNDING) + ROUNDING, after + " > " + before);
  }

  @Example
  void projectsAHandComputedPoint() {
    EuclideanBall unit = EuclideanBall.centeredAtOrigin(2, 1);
    double[] point = {3, 4};
    unit.project(point);
    assertArrayEquals(new double[] {0.6, 0.8}, point, 1e-15);
    double[] far = {3e200, 4e200};
    unit.project(far);
    assertArrayEquals(new double[] {0.6, 0.8}, far, 1e-15);
  }

  @Example
  void knowsItsSize() {
    assertEquals(3, BALL.dimension());
    assertEquals(6, BALL.diameter());
    assertEquals(3, BALL.radius());
    assertArrayEquals(new double[] {1, -2, 0.5}, BALL.center());
  }

  @Example
  void isImmutable() {
    double[] center = {1, 2};
    EuclideanBall ball = EuclideanBall.of(center, 1);
    center[0] = 99;
    ball.center()[1] = 99;
    assertArrayEquals(new double[] {1, 2}, ball.center());
  }

  @Example
  void containsWithTolerance() {
    EuclideanBall unit = EuclideanBall.centeredAtOrigin(2, 1);
    assertTrue(unit.contains(new double[] {1, 0}, 0));
    assertFalse(unit.contains(new double[] {1.1, 0}, 0));
    assertTrue(unit.contains(new double[] {1.1, 0}, 0.2));
    assertFalse(unit.contains(new double[] {Double.NaN, 0}, 1));
  }

  @Example
  void refusesWhatMakesNoSense() {
    EuclideanBall unit = EuclideanBall.centeredAtOrigin(2, 1);
    refuses("radius was NaN", () -> EuclideanBall.centeredAtOrigin(2, Double.NaN));
    refuses("radius was 0.0", () -> EuclideanBall.centeredAtOrigin(2, 0));
    refuses("diameter was Infinity", () -> EuclideanBall.centeredAtOrigin(2, Double.MAX_VALUE));
    refuses("dimension was 0", () -> EuclideanBall.centeredAtOrigin(0, 1));
    refuses("dimension was -1", () -> EuclideanBall.centeredAtOrigin(-1, 1));
    refuses("|center[1]| was NaN", () -> EuclideanBall.of(new double[] {0, Double.NaN}, 1));
    refuses("dimension of the point was 3", () -> unit.project(new double[3]));
    refuses("distance of the point", () -> unit.project(new double[] {Double.NaN, 0}));
    refuses(
        "distance of the point", () -> unit.project(new double[] {Double.POSITIVE_INFINITY, 0}));
  }
}
