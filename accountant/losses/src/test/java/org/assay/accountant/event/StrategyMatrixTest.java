package org.assay.accountant.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
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
    Enclosure found = new SquareRootMatrix(steps, bands).sensitivity(times, separation);
    assertEquals(value, found.midpoint(), 2e-15 * value);
    assertTrue(found.contains(value) || found.relativeWidth() < 1e-11);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "7, 3", "8, 4", "1000, 10", "1023, 10", "1024, 11"})
  void levelsOfTrees(long steps, long levels) {
    Enclosure found = new TreeMatrix(steps, 1).sensitivity(1, 5);
    assertTrue(found.square().contains((double) levels));
    assertTrue(found.relativeWidth() < 1e-12);
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

  /** Random whole entries, so that every sum here is exact: none below 0, and of both signs. */
  @ParameterizedTest
  @CsvSource({"0, 9", "-9, 9", "0, 1", "-2, 1", "-9, -1"})
  void patternsOfAnyMatrix(int least, int most) {
    Random random = new Random(20261124 + most - 100L * least);
    for (int round = 0; round < 150; round++) {
      int steps = 1 + random.nextInt(9);
      int bands = 1 + random.nextInt(steps);
      double[][] columns = new double[steps][steps];
      for (int j = 0; j < steps; j++) {
        for (int i = j; i < Math.min(steps, j + bands); i++) {
          columns[j][i] = least + random.nextInt(most - least + 1);
        }
      }
      StrategyMatrix matrix = new LowerTriangularMatrix(rows(columns));
      assertWorst(columns, matrix, 1 + random.nextInt(5), 1 + random.nextInt(4));
    }
  }

  static double[][] toeplitz(int steps, double... coefficients) {
    double[][] columns = new double[steps][steps];
    for (int j = 0; j < steps; j++) {
      for (int i = j; i < Math.min(steps, j + coefficients.length); i++) {
        columns[j][i] = coefficients[i - j];
      }
    }
    return columns;
  }

  static List<List<Double>> rows(double[][] columns) {
    List<List<Double>> rows = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      List<Double> row = new ArrayList<>();
      for (int j = 0; j <= i; j++) {
        row.add(columns[j][i]);
      }
      rows.add(row);
    }
    return rows;
  }

  /** The upper end is the largest sum of all products' sizes, the lower end is reached. */
  static void assertWorst(double[][] columns, StrategyMatrix matrix, int k, int b) {
    Enclosure found = matrix.sensitivity(k, b);
    double sizes = 0;
    double reached = 0;
    int patterns = 1 << columns.length;
    for (int pattern = 1; pattern < patterns; pattern++) {
      if (Integer.bitCount(pattern) <= k && apart(pattern, b)) {
        sizes = Math.max(sizes, products(columns, pattern));
        for (int signs = 0; signs < patterns; signs++) {
          if ((signs & ~pattern) == 0) {
            reached = Math.max(reached, squaredLength(columns, pattern, signs));
          }
        }
      }
    }
    double most = Math.sqrt(sizes);
    double least = Math.sqrt(reached);
    String all = matrix + ", " + k + " times, " + b + " apart: " + found;
    assertTrue(found.upper() >= most * (1 - 1e-15), () -> all + " is below " + most);
    assertTrue(found.upper() <= most * (1 + 1e-11), () -> all + " exceeds " + most);
    assertTrue(found.lower() <= least * (1 + 1e-15), () -> all + " is not reached: " + least);
    boolean alike = reached >= sizes * (1 - 1e-14) && !hasBothSigns(columns);
    assertTrue(!alike || found.lower() >= most * (1 - 1e-11), () -> all + " is wide");
  }

  private static boolean hasBothSigns(double[][] columns) {
    double[] all = Arrays.stream(columns).flatMapToDouble(Arrays::stream).toArray();
    return Arrays.stream(all).anyMatch(x -> x > 0) && Arrays.stream(all).anyMatch(x -> x < 0);
  }

  /** The squared length of the sum of a pattern's columns with signs. */
  private static double squaredLength(double[][] columns, int pattern, int signs) {
    double squares = 0;
    for (int row = 0; row < columns[0].length; row++) {
      double sum = 0;
      for (int j = 0; j < columns.length; j++) {
        double sign = (signs >> j & 1) == 1 ? -1 : 1;
        sum += (pattern >> j & 1) == 1 ? sign * columns[j][row] : 0;
      }
      squares += sum * sum;
    }
    return squares;
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
    Enclosure found = new TreeMatrix(1000, 5).sensitivity(5, 1000);
    assertTrue(found.square().contains(50.0));
    assertTrue(found.relativeWidth() < 1e-14);
  }

  /** Two columns that overlap: the length of their sum, not the sum of their lengths. */
  @Test
  void columnsThatOverlapAddUpAsVectors() {
    double[][] toeplitz = toeplitz(6, 1, 0.2, 0.9, 0.1);
    List<List<Double>> prefixes = List.of(List.of(1.0), List.of(1.0, 1.0), List.of(0.0, 1.0, 1.0));
    Enclosure six = new LowerTriangularMatrix(prefixes).sensitivity(2, 1);
    Enclosure found = new LowerTriangularMatrix(rows(toeplitz)).sensitivity(2, 2);

    assertTrue(six.square().contains(6.0));
    assertTrue(six.relativeWidth() < 1e-12);
    assertEquals(Math.sqrt(5.56), found.midpoint(), 1e-12);
    assertTrue(found.relativeWidth() < 1e-11);
  }

  /** The size of the entries changes nothing else. */
  @Test
  void scales() {
    for (double scale : new double[] {0x1p-1060, 0x1p-600, 1, 0x1p600, 0x1p1020}) {
      List<List<Double>> rows = List.of(List.of(3 * scale), List.of(scale, 2 * scale));
      Enclosure found = new LowerTriangularMatrix(rows).sensitivity(2, 1);
      double value = Math.sqrt(3 * 3 + 3 * 3);
      assertTrue(found.lower() <= value * scale && value * scale <= found.upper(), found::toString);
      assertTrue(found.relativeWidth() < 1e-3, found::toString);
    }
  }

  /** Longer matrices, against all states of a window of steps. */
  @ParameterizedTest
  @CsvSource({"40, 6, 8, 2", "60, 5, 6, 1", "50, 9, 10, 4", "45, 8, 45, 3", "80, 7, 12, 7"})
  void longBandedMatrices(int steps, int bands, int times, int apart) {
    Random random = new Random(31L * steps + bands);
    for (int round = 0; round < 5; round++) {
      double[][] columns = new double[steps][steps];
      for (int j = 0; j < steps; j++) {
        for (int i = j; i < Math.min(steps, j + bands); i++) {
          columns[j][i] = round == 0 ? (i - j) * (bands - i + j) : random.nextInt(10);
        }
      }
      double most = Math.sqrt(worstOfWindows(columns, bands, times, apart));
      Enclosure found = new LowerTriangularMatrix(rows(columns)).sensitivity(times, apart);
      assertTrue(found.lower() <= most && most <= found.upper(), () -> most + " not in " + found);
      assertTrue(found.relativeWidth() < 1e-10, found::toString);
    }
  }

  private static double worstOfWindows(double[][] columns, int bands, int times, int apart) {
    int masks = 1 << (Math.max(bands, apart) - 1);
    double[][] best = new double[times + 1][masks];
    for (double[] row : best) {
      Arrays.fill(row, Double.NEGATIVE_INFINITY);
    }
    best[0][0] = 0;
    for (int step = 0; step < columns.length; step++) {
      double[][] next = new double[times + 1][masks];
      for (double[] row : next) {
        Arrays.fill(row, Double.NEGATIVE_INFINITY);
      }
      for (int count = 0; count <= times; count++) {
        for (int mask = 0; mask < masks; mask++) {
          // Bit i says that the step i + 1 before this one was taken.
          int idle = (mask << 1) & (masks - 1);
          next[count][idle] = Math.max(next[count][idle], best[count][mask]);
          if (count < times && (mask & ((1 << (apart - 1)) - 1)) == 0) {
            double sum = best[count][mask] + product(columns[step], columns[step]);
            for (int i = 0; i < Math.min(step, 31); i++) {
              sum += (mask >> i & 1) * 2 * product(columns[step - 1 - i], columns[step]);
            }
            int taken = (mask << 1 | 1) & masks - 1;
            next[count + 1][taken] = Math.max(next[count + 1][taken], sum);
          }
        }
      }
      best = next;
    }
    return Arrays.stream(best).flatMapToDouble(Arrays::stream).max().orElseThrow();
  }

  private static double product(double[] first, double[] second) {
    double sum = 0;
    for (int row = 0; row < first.length; row++) {
      sum += first[row] * second[row];
    }
    return sum;
  }

  /** A search that is broken off says so by a wide answer that still holds. */
  @Test
  void denseMatricesAreBounded() {
    Random random = new Random(7);
    int steps = 300;
    double[][] columns = new double[steps][steps];
    for (double[] column : columns) {
      Arrays.setAll(column, i -> random.nextDouble());
    }
    for (int j = 0; j < steps; j++) {
      Arrays.fill(columns[j], 0, j, 0);
    }
    Enclosure found = new LowerTriangularMatrix(rows(columns)).sensitivity(12, 5);
    double[] sum = new double[steps];
    for (int l = 0; l < 12; l++) {
      for (int row = 0; row < steps; row++) {
        sum[row] += columns[5 * l][row];
      }
    }
    double reached = Math.sqrt(product(sum, sum));
    assertTrue(found.upper() >= reached, () -> found + " below " + reached);
    assertTrue(found.lower() >= reached * (1 - 1e-3), () -> found + " below " + reached);
    assertTrue(found.relativeWidth() < 0.1, found::toString);
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

  /** All steps of the square root: its columns add up to the square root's of all ones. */
  @Test
  void longRuns() {
    int steps = 1 << 18;
    double squares = 0;
    double sum = 0;
    double coefficient = 1;
    for (int row = 0; row < steps; row++) {
      sum += coefficient;
      coefficient *= 1 - 0.5 / (row + 1);
      squares += sum * sum;
    }
    Enclosure found = new SquareRootMatrix(steps, steps).sensitivity(steps, 1);
    assertEquals(Math.sqrt(squares), found.midpoint(), 1e-9 * found.midpoint());
    assertTrue(found.relativeWidth() < 1e-9, found::toString);
    Enclosure tree = new TreeMatrix(1L << 50, 1).sensitivity(1L << 40, 1);
    assertTrue(tree.lower() > 0 && tree.relativeWidth() > 0.1);
  }

  /** Many steps of one tree: between the steps 0, b, 2b, ... and a bound of all. */
  @Test
  void longTreesAreBounded() {
    Enclosure found = new TreeMatrix(1 << 14, 1).sensitivity(4, 1 << 12);
    // In the blocks of 1, ..., 2^12 steps alone, of 2^13 in pairs, of 2^14 together.
    assertTrue(found.square().contains(4 * 13 + 2 * 4 + 16));
    assertTrue(found.relativeWidth() < 0.2, found::toString);
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
