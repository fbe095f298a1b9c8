package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

class SmoothNormProperties {
  private static double norm(double[] x, double index) {
    double largest = 0;
    double sum = 0;
    for (double coordinate : x) {
      largest = Math.max(largest, Math.abs(coordinate));
      sum += Math.pow(Math.abs(coordinate), index);
    }
    return Double.isInfinite(index) ? largest : Math.pow(sum, 1 / index);
  }

  /** No index on a grid does better than the one that is chosen. */
  @Property(tries = 200, seed = "8601")
  void theChosenIndexHasTheSmallestRegularity(
      @ForAll @IntRange(min = 1, max = 100_000) int dimension,
      @ForAll @Scale(3) @DoubleRange(min = 2, max = 200) double q) {
    double chosen = SmoothNorm.smallest(dimension, q).regularity();
    for (int i = 0; i <= 100; i++) {
      double index = Math.min(q, 2 + (q - 2) * i / 100);
      double other = new SmoothNorm(dimension, q, index).regularity();
      assertTrue(chosen <= other * (1 + 1e-12), chosen + " against " + other + " at " + index);
    }
    double paper = Math.min(q - 1, Math.exp(2) * (Math.log(dimension) - 1));
    assertTrue(Math.log(dimension) < 2 || chosen <= paper * (1 + 1e-12), "the paper's " + paper);
  }

  /** {@code |x + h|² ≤ |x|² + ⟨gradient, h⟩ + (r - 1) |h|²}, up to rounding. */
  @Property(tries = 300, seed = "8602")
  void theSquaredNormIsSmooth(
      @ForAll @IntRange(min = 1, max = 12) int dimension,
      @ForAll @Scale(3) @DoubleRange(min = 2, max = 12) double r,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = random.doubles(dimension, -1, 1).toArray();
    double size = Math.pow(10, random.nextDouble(-4, 2));
    double[] sum = new double[dimension];
    double[] h = new double[dimension];
    double linear = 0;
    double norm = norm(x, r);
    for (int j = 0; j < dimension; j++) {
      h[j] = size * random.nextDouble(-1, 1);
      sum[j] = x[j] + h[j];
      double derivative = Math.signum(x[j]) * Math.pow(Math.abs(x[j]) / norm, r - 1);
      linear += 2 * norm * derivative * h[j];
    }
    double smoothness = new SmoothNorm(dimension, r, r).smoothness();
    double bound = norm * norm + linear + smoothness * Math.pow(norm(h, r), 2);
    double value = Math.pow(norm(sum, r), 2);
    assertTrue(value <= bound + 1e-12 * (1 + size * size * dimension), value + " against " + bound);
  }

  /** The distortion bounds the ratio of the norms, and the vector of ones attains it. */
  @Property(tries = 300, seed = "8603")
  void theDistortionIsTheLargestRatio(
      @ForAll @IntRange(min = 1, max = 30) int dimension,
      @ForAll @Scale(3) @DoubleRange(min = 2, max = 12) double r,
      @ForAll @Scale(3) @DoubleRange(min = 0, max = 40) double more,
      @ForAll long seed) {
    double q = more == 40 ? Double.POSITIVE_INFINITY : r + more;
    double distortion = new SmoothNorm(dimension, q, r).distortion();
    double[] x = new SplittableRandom(seed).doubles(dimension, -1, 1).toArray();
    assertTrue(norm(x, r) <= distortion * norm(x, q) * (1 + 1e-12));
    Arrays.fill(x, 1);
    assertEquals(norm(x, r) / norm(x, q), distortion, 1e-12 * distortion);
  }

  @Example
  void thePapersIndexAndWhereItsKappaIsTooSmall() {
    assertEquals(3, SmoothNorm.ofPaper(1000, 3).index());
    assertEquals(2, SmoothNorm.ofPaper(5, 7).index());
    SmoothNorm paper = SmoothNorm.ofPaper(1000, 10);
    assertEquals(Math.log(1000), paper.index());
    assertTrue(paper.regularity() > 10.9, "its kappa is 9: " + paper.regularity());
    assertEquals(9, SmoothNorm.smallest(1000, 10).regularity());
  }

  @Example
  void refusesIndicesOutOfRange() {
    refuses("sensitivityIndex was 1.5", () -> new SmoothNorm(3, 1.5, 1.5));
    refuses("sensitivityIndex was NaN", () -> SmoothNorm.smallest(3, Double.NaN));
    refuses("index was 4.0", () -> new SmoothNorm(3, 3, 4));
    refuses(
        "index was Infinity",
        () -> new SmoothNorm(3, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
    refuses("dimension was 0", () -> SmoothNorm.smallest(0, 3));
  }
}
