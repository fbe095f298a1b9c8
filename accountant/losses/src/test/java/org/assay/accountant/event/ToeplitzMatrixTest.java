package org.assay.accountant.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sensitivities of Toeplitz matrices, against all patterns and against other forms of them. */
class ToeplitzMatrixTest {
  /**
   * Coefficients that fall, that rise, and of both signs; whole numbers, so that sums are exact.
   */
  @ParameterizedTest
  @CsvSource({"0, 9", "-9, 9", "0, 1", "-2, 1", "-9, -1"})
  void patternsOfToeplitzMatrices(int least, int most) {
    Random random = new Random(20261201 + most - 100L * least);
    for (int round = 0; round < 150; round++) {
      int steps = 1 + random.nextInt(9);
      List<Double> coefficients = new ArrayList<>();
      for (int t = 0; t <= random.nextInt(steps); t++) {
        coefficients.add((double) least + random.nextInt(most - least + 1));
      }
      if (round % 3 == 0) {
        coefficients.sort(Comparator.reverseOrder());
      }
      StrategyMatrix matrix = StrategyMatrix.toeplitz(steps, coefficients);
      double[] all = coefficients.stream().mapToDouble(f -> f).toArray();
      StrategyMatrixTest.assertWorst(
          StrategyMatrixTest.toeplitz(steps, all),
          matrix,
          1 + random.nextInt(5),
          1 + random.nextInt(4));
    }
  }

  /** Inverses by substitution, and buffers by powers, both in doubles of few roundings. */
  @Test
  void patternsOfInversesAndBuffers() {
    Random random = new Random(20261201);
    for (int round = 0; round < 200; round++) {
      int steps = 1 + random.nextInt(8);
      double[] given = random.doubles(1 + random.nextInt(steps), -1, 1).toArray();
      given[0] = 1 + random.nextInt(2);
      double[] inverse = new double[steps];
      for (int t = 0; t < steps; t++) {
        double sum = t == 0 ? 1 : 0;
        for (int u = 1; u <= Math.min(t, given.length - 1); u++) {
          sum -= given[u] * inverse[t - u];
        }
        inverse[t] = sum / given[0];
      }
      double decay = random.nextDouble();
      double scale = 2 * random.nextDouble();
      double[] buffered = new double[steps];
      for (int t = 0; t < steps; t++) {
        buffered[t] = t == 0 ? 1 : scale * Math.pow(decay, t - 1.0) + 0.25 * Math.pow(0.5, t - 1.0);
      }
      int times = 1 + random.nextInt(4);
      int apart = 1 + random.nextInt(3);
      assertClose(
          StrategyMatrixTest.toeplitz(steps, inverse),
          StrategyMatrix.inverseToeplitz(steps, Arrays.stream(given).boxed().toList()),
          times,
          apart);
      assertClose(
          StrategyMatrixTest.toeplitz(steps, buffered),
          StrategyMatrix.bufferedToeplitz(steps, List.of(decay, 0.5), List.of(scale, 0.25)),
          times,
          apart);
    }
  }

  private static void assertClose(double[][] columns, StrategyMatrix matrix, int k, int b) {
    Enclosure same = new LowerTriangularMatrix(StrategyMatrixTest.rows(columns)).sensitivity(k, b);
    Enclosure found = matrix.sensitivity(k, b);
    String all = matrix + ", " + k + " times, " + b + " apart: " + found + " and " + same;
    assertTrue(found.upper() >= same.lower() * (1 - 1e-12), () -> all);
    assertEquals(same.upper(), found.upper(), 1e-11 * same.upper(), all);
    assertEquals(same.lower(), found.lower(), 1e-11 * same.upper(), all);
  }

  /** The square root of prefix sums, by its coefficients, by its inverse and as it is built in. */
  @Test
  void oneMatrixInThreeForms() {
    int steps = 3000;
    List<Double> root = new ArrayList<>(List.of(1.0));
    List<Double> inverse = new ArrayList<>(List.of(1.0));
    for (int t = 1; t < steps; t++) {
      root.add(root.get(t - 1) * (2 * t - 1) / (2 * t));
      inverse.add(inverse.get(t - 1) * (2 * t - 3) / (2 * t));
    }
    double expected = new SquareRootMatrix(steps, steps).sensitivity(10, 300).midpoint();
    Enclosure first = StrategyMatrix.toeplitz(steps, root).sensitivity(10, 300);
    Enclosure second = StrategyMatrix.inverseToeplitz(steps, inverse).sensitivity(10, 300);
    assertEquals(expected, first.midpoint(), 1e-12);
    assertEquals(expected, second.midpoint(), 1e-10);
    assertTrue(first.relativeWidth() < 1e-11 && second.relativeWidth() < 1e-9, second::toString);
  }

  /** Too many steps for a search: a bound and what equally spaced steps reach. */
  @Test
  void longToeplitzMatricesThatRise() {
    StrategyMatrix banded = StrategyMatrix.toeplitz(5000, List.of(1.0, 2.0, 0.5, -0.25));
    // Columns 0, 4, 8, ... share no row.
    Enclosure apart = banded.sensitivity(7, 4);
    assertEquals(Math.sqrt(7 * (1 + 4 + 0.25 + 0.0625)), apart.midpoint(), 1e-9);
    assertTrue(apart.relativeWidth() < 1e-12);
    // Two steps away, products are 1 * 0.5 - 2 * 0.25 = 0 and their sizes add up to 1.
    Enclosure close = banded.sensitivity(3, 2);
    assertEquals(Math.sqrt(3 * 5.3125 + 2 * 2 * 1), close.upper(), 1e-9);
    assertEquals(Math.sqrt(3 * 5.3125), close.lower(), 1e-9);
  }

  @Test
  void toeplitzGuards() {
    List<Double> one = List.of(1.0);
    List<Double> zero = List.of(0.0);
    assertThrows(IllegalArgumentException.class, () -> StrategyMatrix.toeplitz(0, one));
    assertThrows(IllegalArgumentException.class, () -> StrategyMatrix.toeplitz(2, List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> StrategyMatrix.toeplitz(1, List.of(1.0, 1.0)));
    assertThrows(
        IllegalArgumentException.class, () -> StrategyMatrix.toeplitz(1, List.of(Double.NaN)));
    assertThrows(IllegalArgumentException.class, () -> StrategyMatrix.inverseToeplitz(2, zero));
    assertThrows(
        IllegalArgumentException.class,
        () -> StrategyMatrix.inverseToeplitz(1000, List.of(1.0, 2.0)).sensitivity(1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> StrategyMatrix.bufferedToeplitz(2, List.of(1.5), one));
    assertThrows(
        IllegalArgumentException.class,
        () -> StrategyMatrix.bufferedToeplitz(2, one, List.of(-1.0)));
    assertThrows(
        IllegalArgumentException.class,
        () -> StrategyMatrix.bufferedToeplitz(2, one, List.of(1.0, 1.0)));
    assertEquals(0, StrategyMatrix.toeplitz(3, zero).sensitivity(2, 1).upper());
  }
}
