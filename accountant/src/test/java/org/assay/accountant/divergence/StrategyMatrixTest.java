package org.assay.accountant.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sensitivities of matrix mechanisms, against all patterns of participation. */
class StrategyMatrixTest {
  @ParameterizedTest
  @CsvSource({
    "4, 4, 1, 1, 1.2199513309964459",
    "100, 100, 1, 1, 1.5910223482514534",
    "1000, 1000, 1, 1, 1.8069319524189147",
    "10000, 10000, 1, 7, 1.9995025108917396",
    "12, 12, 3, 4, 2.8995913837347596",
    "1000, 1000, 4, 250, 4.3843804899559592",
    "1000, 1000, 10, 100, 9.15404300023337",
    "1000, 100, 10, 100, 5.0312544287042065",
    "1000, 10, 10, 10, 4.2324271306025956"
  })
  void squareRoots(long steps, long bands, long times, long separation, double value) {
    StrategyMatrix.Bound bound = new SquareRootMatrix(steps, bands).sensitivity(times, separation);
    assertTrue(bound.attained());
    assertEquals(value, bound.value().midpoint(), 2e-15 * value);
    assertTrue(bound.value().contains(value) || bound.value().relativeWidth() < 1e-11);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "7, 3", "8, 4", "1000, 10", "1023, 10", "1024, 11"})
  void levelsOfTrees(long steps, long levels) {
    StrategyMatrix.Bound bound = new TreeMatrix(steps, 1).sensitivity(1, 5);
    assertTrue(bound.attained());
    assertTrue(bound.value().square().contains((double) levels));
  }

  /** No pattern of at most so many steps that far apart does more; the best one attains it. */
  @Test
  void patterns() {
    for (int steps = 1; steps <= 11; steps++) {
      for (int times = 1; times <= 4; times++) {
        for (int separation = 1; separation <= 5; separation++) {
          for (int trees = 1; trees * steps <= 11; trees++) {
            assertWorst(forest(steps, trees), new TreeMatrix(steps, trees), times, separation);
          }
          for (int bands : new int[] {1, Math.min(2, steps), steps}) {
            SquareRootMatrix root = new SquareRootMatrix(steps, bands);
            assertWorst(squareRoot(steps, bands), root, times, separation);
          }
        }
      }
    }
  }

  @Test
  void patternsOfAnyMatrix() {
    Random random = new Random(20261124);
    for (int round = 0; round < 300; round++) {
      int steps = 1 + random.nextInt(9);
      int bands = 1 + random.nextInt(steps);
      double[][] columns = new double[steps][steps];
      List<List<Double>> rows = new ArrayList<>();
      for (int i = 0; i < steps; i++) {
        List<Double> row = new ArrayList<>();
        for (int j = 0; j <= i; j++) {
          columns[j][i] = i - j < bands ? random.nextGaussian() : 0;
          row.add(columns[j][i]);
        }
        rows.add(row);
      }
      StrategyMatrix matrix = new LowerTriangularMatrix(rows);
      assertWorst(columns, matrix, 1 + random.nextInt(4), 1 + random.nextInt(5));
    }
  }

  private static void assertWorst(double[][] columns, StrategyMatrix matrix, int k, int b) {
    StrategyMatrix.Bound bound = matrix.sensitivity(k, b);
    double worst = 0;
    int patterns = 1 << columns.length;
    for (int pattern = 1; pattern < patterns; pattern++) {
      if (Integer.bitCount(pattern) <= k && apart(pattern, b)) {
        worst = Math.max(worst, Math.sqrt(products(columns, pattern)));
      }
    }
    double largest = worst;
    assertTrue(
        bound.value().upper() >= worst * (1 - 1e-13),
        () -> matrix.describe() + " " + k + " " + b + ": " + bound + " below " + largest);
    if (bound.attained()) {
      assertTrue(bound.value().lower() <= worst * (1 + 1e-13), () -> bound + " above " + largest);
    }
  }

  private static boolean apart(int pattern, int b) {
    int last = -b;
    for (int i = 0; i < 32; i++) {
      if ((pattern >> i & 1) == 1) {
        if (i - last < b) {
          return false;
        }
        last = i;
      }
    }
    return true;
  }

  /** The sum of the sizes of all products of two columns. */
  private static double products(double[][] columns, int pattern) {
    double sum = 0;
    for (int i = 0; i < columns.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        if ((pattern >> i & 1) == 1 && (pattern >> j & 1) == 1) {
          double product = 0;
          for (int row = 0; row < columns[i].length; row++) {
            product += columns[i][row] * columns[j][row];
          }
          sum += Math.abs(product);
        }
      }
    }
    return sum;
  }

  private static double[][] tree(int steps) {
    List<int[]> blocks = new ArrayList<>();
    for (int length = 1; length <= steps; length *= 2) {
      for (int start = 0; start + length <= steps; start += length) {
        blocks.add(new int[] {start, start + length});
      }
    }
    double[][] columns = new double[steps][blocks.size()];
    for (int j = 0; j < steps; j++) {
      for (int row = 0; row < blocks.size(); row++) {
        columns[j][row] = blocks.get(row)[0] <= j && j < blocks.get(row)[1] ? 1 : 0;
      }
    }
    return columns;
  }

  private static double[][] forest(int steps, int trees) {
    double[][] tree = tree(steps);
    int rows = tree[0].length;
    double[][] columns = new double[steps * trees][rows * trees];
    for (int j = 0; j < steps * trees; j++) {
      System.arraycopy(tree[j % steps], 0, columns[j], j / steps * rows, rows);
    }
    return columns;
  }

  private static double[][] squareRoot(int steps, int bands) {
    double[][] columns = new double[steps][steps];
    for (int j = 0; j < steps; j++) {
      double coefficient = 1;
      for (int i = j; i < steps && i - j < bands; i++) {
        columns[j][i] = coefficient;
        coefficient *= 1 - 0.5 / (i - j + 1);
      }
    }
    return columns;
  }

  /** One participation in each of five trees: five times the square, exactly. */
  @Test
  void restartsGiveNothingBack() {
    StrategyMatrix.Bound bound = new TreeMatrix(1000, 5).sensitivity(5, 1000);
    assertTrue(bound.attained());
    assertTrue(bound.value().square().contains(50.0));
  }

  /** Columns as far apart as a matrix has bands have no row in common. */
  @Test
  void bands() {
    assertEquals(8, new TreeMatrix(15, 3).bands());
    assertEquals(16, new TreeMatrix(16, 1).bands());
    assertEquals(7, new SquareRootMatrix(20, 7).bands());
    List<List<Double>> rows = List.of(List.of(1.0), List.of(0.5, 1.0), List.of(0.0, 0.5, 1.0));
    assertEquals(2, new LowerTriangularMatrix(rows).bands());
  }

  /** The square of the matrix adds up prefixes. */
  @Test
  void theSquareRootIsOne() {
    double[][] columns = squareRoot(9, 9);
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = j; k <= i; k++) {
          sum += columns[k][i] * columns[j][k];
        }
        assertEquals(1, sum, 1e-14);
      }
    }
  }

  @Test
  void longRunsFallBackOnNorms() {
    StrategyMatrix endless = new SquareRootMatrix(1 << 20, 1 << 20);
    StrategyMatrix.Bound bound = endless.sensitivity(1 << 19, 1);
    assertFalse(bound.attained());
    Enclosure norm = endless.sensitivity(1, 1).value();
    assertEquals(norm.upper() * (1 << 19), bound.value().upper(), 1e-3);
    StrategyMatrix.Bound tree = new TreeMatrix(1L << 50, 1).sensitivity(1L << 40, 1);
    assertFalse(tree.attained());
  }

  @Test
  void matricesThatAreNoneAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new TreeMatrix(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new SquareRootMatrix(3, 4));
    assertThrows(IllegalArgumentException.class, () -> new SquareRootMatrix(1 << 21, 1));
    List<List<Double>> ragged = List.of(List.of(1.0), List.of(1.0));
    assertThrows(IllegalArgumentException.class, () -> new LowerTriangularMatrix(ragged));
    List<List<Double>> none = List.of(List.of(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new LowerTriangularMatrix(none));
    assertThrows(IllegalArgumentException.class, () -> new TreeMatrix(4, 1).sensitivity(0, 1));
  }
}
