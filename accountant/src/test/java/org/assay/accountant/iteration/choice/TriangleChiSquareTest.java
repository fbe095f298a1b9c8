package org.assay.accountant.iteration.choice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The largest χ² divergence against triangles by plain sums. */
class TriangleChiSquareTest {
  /** Of sums over the grid. */
  private static final double ACCURACY = 1e-8;

  @ParameterizedTest
  @CsvSource({"0.01, 0.5", "0.1, 0.2", "0.01, 0.1", "0.3, 0.6", "0.001, 1.5", "0.6, 1", "0.9, 0.3"})
  void noTriangleHasMore(double share, double mu) {
    double bound = TriangleChiSquare.largest(share, mu);
    double largest = 0;
    Random random = new Random(7);
    for (int i = 0; i < 40; i++) {
      double chiSquare =
          chiSquare(i == 0 ? PlainTriangle.inscribed(share, mu) : triangle(random, share, mu));
      assertTrue(chiSquare <= bound * (1 + ACCURACY), chiSquare + " against " + bound);
      largest = Math.max(largest, chiSquare);
    }
    largest = Math.max(largest, chiSquare(PlainTriangle.oneSided(share, mu)));
    largest = Math.max(largest, chiSquare(PlainTriangle.otherSided(share, mu)));
    assertTrue(largest <= bound * (1 + ACCURACY), largest + " against " + bound);
    // The expansion of 1/u is good where losses are small.
    boolean close = share * Math.exp(3 * mu * mu) < 0.15;
    assertTrue(bound <= largest * (close ? 1.005 : 6), bound + " against " + largest);
  }

  /** The bound is not about triangles whose sides are at most mu, which need a larger ball. */
  @ParameterizedTest
  @CsvSource({"0.01, 0.5", "0.1, 0.2", "0.001, 1.5"})
  void someTrianglesOutOfTheBallHaveMore(double share, double mu) {
    double outside = chiSquare(PlainTriangle.equilateral(share, mu));
    assertTrue(outside > TriangleChiSquare.largest(share, mu) * 1.002, "only " + outside);
  }

  /** Most corners are on the circle, where triangles lose most. */
  private static PlainTriangle triangle(Random random, double share, double mu) {
    return PlainTriangle.of(share, point(random, mu), point(random, mu), point(random, mu));
  }

  private static double[] point(Random random, double mu) {
    double radius = mu / 2 * (random.nextBoolean() ? 1 : Math.sqrt(random.nextDouble()));
    double angle = 2 * Math.PI * random.nextDouble();
    return new double[] {radius * Math.cos(angle), radius * Math.sin(angle)};
  }

  private static double chiSquare(PlainTriangle triangle) {
    return triangle.mean(ratio -> (ratio - 1) * (ratio - 1));
  }
}
