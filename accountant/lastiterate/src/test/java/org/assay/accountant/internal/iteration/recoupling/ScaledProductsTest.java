package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.assay.accountant.internal.iteration.recoupling.RecouplingStep.ScaledProducts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Products by tables against one exponential for each term. */
class ScaledProductsTest {
  private static final int SIZE = 700;

  /** Slopes: the larger, the farther apart neighbours are, from a thousandth to some thousands. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.05, 0.7, 5, 60, 2000})
  void areSumsOfExponentials(double slope) {
    Random random = new Random(Double.hashCode(slope));
    double[] falling = walk(random, SIZE, -slope);
    double[] rising = walk(random, 2 * SIZE, slope / 2);
    ScaledProducts products = new ScaledProducts(falling, rising);
    // Logarithms are rounded as numbers of their size are.
    double rounding = 1e-13 + 4 * Math.ulp(3 * SIZE * slope);
    for (int i = 0; i < 4000; i++) {
      int from = random.nextInt(SIZE);
      int until = from + random.nextInt(SIZE - from + 1);
      int shift = random.nextInt(SIZE);
      double largest = Double.NEGATIVE_INFINITY;
      for (int k = from; k < until; k++) {
        largest = Math.max(largest, falling[k] + rising[k + shift]);
      }
      double scale = until > from ? largest - 150 + 300 * random.nextDouble() : 0;
      double expected = 0;
      for (int k = from; k < until; k++) {
        expected += Math.exp(falling[k] + rising[k + shift] - scale);
      }
      double sum = products.sum(from, until, shift, scale);
      assertEquals(expected, sum, rounding * expected + ScaledProducts.LEFT_OUT);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 64, 65})
  void ofNothingAreNothing(int size) {
    double[] nothing = new double[size];
    Arrays.fill(nothing, Double.NEGATIVE_INFINITY);
    assertEquals(0, new ScaledProducts(nothing, new double[2 * size]).sum(0, size, size - 1, -7));
    assertEquals(0, new ScaledProducts(new double[size], nothing).sum(0, size, 0, 5));
  }

  /** A walk whose average change is the slope, with occasional much larger changes. */
  private static double[] walk(Random random, int size, double slope) {
    double[] logs = new double[size];
    for (int i = 1; i < size; i++) {
      double jump = random.nextInt(50) == 0 ? 50 * slope : 0;
      logs[i] = logs[i - 1] + 2 * slope * random.nextDouble() - jump;
    }
    return logs;
  }
}
