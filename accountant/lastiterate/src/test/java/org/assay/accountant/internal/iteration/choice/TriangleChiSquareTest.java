package org.assay.accountant.internal.iteration.choice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.accountant.internal.iteration.choice.ChosenCompositions.TriangleChiSquare;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The largest χ² divergence against triangles by plain sums. */
class TriangleChiSquareTest {
  /** Relative accuracy of sums over the grid. */
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

  /**
   * The polynomial of {@code chosen-pairs.md} at points of boxes of any size, with or without
   * triangles.
   */
  @ParameterizedTest
  @CsvSource({"0.01, 0.5", "0.1, 0.2", "0.3, 0.8", "0.001, 1.5", "0.9, 0.3"})
  void nothingInABoxHasMore(double share, double mu) {
    TriangleChiSquare bounds = new TriangleChiSquare(share, mu);
    Random random = new Random(9);
    for (int i = 0; i < 3000; i++) {
      double size = mu * mu * Math.pow(random.nextDouble(), 4);
      double[] low = new double[3];
      double[] point = new double[3];
      for (int j = 0; j < 3; j++) {
        low[j] = (mu * mu - size) * random.nextDouble();
        point[j] = low[j] + size * (random.nextBoolean() ? random.nextInt(2) : random.nextDouble());
      }
      TriangleChiSquare.Interval a = side(low[0], size);
      TriangleChiSquare.Interval b = side(low[1], size);
      TriangleChiSquare.Interval s = side(low[2], size);
      double bound = bounds.bound(a, b, s);
      double value = expanded(share, point[0], point[1], point[2]);
      assertTrue(value <= bound * (1 + 1e-9), value + " against " + bound);
      double least = TriangleChiSquare.third(a, b, s);
      double third = third(point[0], point[1], point[2]);
      assertTrue(least <= third * (1 + 1e-9) + 1e-14, least + " against " + third);
    }
  }

  private static TriangleChiSquare.Interval side(double low, double size) {
    return new TriangleChiSquare.Interval(low, low + size);
  }

  private static double third(double a, double b, double s) {
    double c = (a + b - s) / 2;
    return Math.exp(b + 2 * c) + Math.exp(3 * a) - 2 * Math.exp(a + 2 * c);
  }

  /** The smaller one of the two bounds (4), as {@code chosen-pairs.md} states it. */
  private static double expanded(double q, double a, double b, double s) {
    double c = (a + b - s) / 2;
    double plain = Math.exp(a) + Math.exp(b) - 2 * Math.exp(c);
    double fourth = Math.exp(a + b + 4 * c) + Math.exp(6 * a) - 2 * Math.exp(3 * a + 3 * c);
    double rest = q * q / (1 - q);
    return q
        * q
        * Math.min(
            plain / (1 - q), plain / (1 - q) - (q + 2 * rest) * third(a, b, s) + rest * fourth);
  }

  /** The bound excludes triangles whose sides are at most mu but which need a larger ball. */
  @ParameterizedTest
  @CsvSource({"0.01, 0.5", "0.1, 0.2", "0.001, 1.5"})
  void someTrianglesOutOfTheBallHaveMore(double share, double mu) {
    double outside = chiSquare(PlainTriangle.equilateral(share, mu));
    assertTrue(outside > TriangleChiSquare.largest(share, mu) * 1.002, "only " + outside);
  }

  /** A random triangle. Half of the corners are on the circle, where triangles lose most. */
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
