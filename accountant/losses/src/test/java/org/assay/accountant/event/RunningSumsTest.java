package org.assay.accountant.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunningSumsTest {
  private static final int STEPS = 9;

  private static Stream<StrategyMatrix> toeplitz() {
    return Stream.of(
        StrategyMatrix.toeplitz(STEPS, List.of(1.0)),
        StrategyMatrix.toeplitz(STEPS, List.of(2.0, -0.5, 0.25)),
        StrategyMatrix.squareRoot(STEPS, STEPS),
        StrategyMatrix.squareRoot(STEPS, 3),
        StrategyMatrix.inverseToeplitz(STEPS, List.of(1.0, -0.5, -0.125)),
        StrategyMatrix.bufferedToeplitz(STEPS, List.of(0.9, 0.3), List.of(0.2, 0.5)));
  }

  /** The column of each form from its definition, in a matrix that is inverted row by row. */
  @ParameterizedTest
  @MethodSource("toeplitz")
  void errorsAreRowsOfSumsTimesTheInverse(StrategyMatrix matrix) {
    double[] column = column(matrix);
    double[][] c = new double[STEPS][STEPS];
    List<List<Double>> rows = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      List<Double> row = new ArrayList<>();
      for (int j = 0; j <= i; j++) {
        c[i][j] = column[i - j];
        row.add(c[i][j]);
      }
      rows.add(row);
    }
    double[] expected = errors(c);
    assertArrayEquals(expected, matrix.squaredErrors(), 1e-12);
    assertArrayEquals(expected, StrategyMatrix.ofRows(rows).squaredErrors(), 1e-12);
  }

  /** The first column of C, from the definitions. */
  private static double[] column(StrategyMatrix matrix) {
    double[] column = new double[STEPS];
    switch (String.valueOf(matrix.terms().get("matrix"))) {
      case "toeplitz" -> {
        for (int t = 0; t < numbers(matrix, "coefficients").size(); t++) {
          column[t] = numbers(matrix, "coefficients").get(t);
        }
      }
      case "square-root" -> {
        column[0] = 1;
        for (int k = 1; k < matrix.bands(); k++) {
          column[k] = column[k - 1] * (1 - 0.5 / k);
        }
      }
      case "inverse-toeplitz" -> {
        List<Double> inverse = numbers(matrix, "coefficients");
        column[0] = 1 / inverse.get(0);
        for (int t = 1; t < STEPS; t++) {
          for (int u = 1; u <= Math.min(t, inverse.size() - 1); u++) {
            column[t] -= inverse.get(u) * column[t - u] / inverse.get(0);
          }
        }
      }
      default -> {
        column[0] = 1;
        for (int t = 1; t < STEPS; t++) {
          for (int k = 0; k < 2; k++) {
            double decay = numbers(matrix, "buffer_decay").get(k);
            column[t] += numbers(matrix, "output_scale").get(k) * Math.pow(decay, t - 1);
          }
        }
      }
    }
    return column;
  }

  @SuppressWarnings("unchecked") // lists of terms are lists of numbers
  private static List<Double> numbers(StrategyMatrix matrix, String key) {
    return (List<Double>) Objects.requireNonNull(matrix.terms().get(key));
  }

  /** The inverse by forward substitution, then squared norms of the sums of its rows. */
  private static double[] errors(double[][] c) {
    int n = c.length;
    double[][] inverse = new double[n][n];
    for (int i = 0; i < n; i++) {
      inverse[i][i] = 1;
      for (int k = 0; k < i; k++) {
        for (int j = 0; j < n; j++) {
          inverse[i][j] -= c[i][k] * inverse[k][j];
        }
      }
      for (int j = 0; j < n; j++) {
        inverse[i][j] /= c[i][i];
      }
    }
    double[] errors = new double[n];
    double[] sums = new double[n];
    for (int t = 0; t < n; t++) {
      for (int j = 0; j < n; j++) {
        sums[j] += inverse[t][j];
        errors[t] += sums[j] * sums[j];
      }
    }
    return errors;
  }

  /** A pair has variance 2/3: its own entry and the sum of its halves, weighted 2 to 1. */
  @Test
  void treesCombineEveryBlockWithItsHalves() {
    double[] one = StrategyMatrix.tree(4, 1).squaredErrors();
    assertArrayEquals(new double[] {1, 2.0 / 3, 5.0 / 3, 4.0 / 7}, one, 1e-15);
    double[] two = StrategyMatrix.tree(3, 2).squaredErrors();
    double whole = 5.0 / 3;
    assertArrayEquals(
        new double[] {1, 2.0 / 3, whole, whole + 1, whole + 2.0 / 3, 2 * whole}, two, 1e-15);
  }

  /** Independent noise adds up, and the square root's errors are its own sums of squares. */
  @Test
  void knownErrors() {
    assertEquals(9, StrategyMatrix.toeplitz(9, List.of(1.0)).squaredErrors()[8], 1e-15);
    double[] root = StrategyMatrix.squareRoot(3, 3).squaredErrors();
    assertArrayEquals(new double[] {1, 1.25, 1.25 + 9.0 / 64}, root, 1e-15);
  }

  @Test
  void sumsThatNoReleaseHasAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> StrategyMatrix.toeplitz(3, List.of(0.0, 1.0)).squaredErrors());
    assertThrows(
        IllegalArgumentException.class,
        () -> StrategyMatrix.ofRows(List.of(List.of(0.0))).squaredErrors());
    assertThrows(
        IllegalArgumentException.class, () -> StrategyMatrix.tree(1L << 30, 1).squaredErrors());
  }
}
