package org.assay.accountant.event;

import java.util.Arrays;
import java.util.List;

/**
 * Squared errors of running sums {@code A x}, with A the lower triangular matrix of ones, that are
 * computed from {@code C x} with noise of variance 1 in each entry. For a square C the sums are
 * {@code A C⁻¹ (C x + Z)}, so the error of sum t is the squared norm of row t of {@code A C⁻¹}.
 * Numbers are ordinary doubles: they say what a matrix is worth, and nothing about privacy.
 */
final class RunningSums {
  /** Largest number of products, about a second. */
  private static final double MOST_PRODUCTS = 1L << 30;

  private RunningSums() {}

  /**
   * Errors for a Toeplitz matrix.
   *
   * @param steps how many steps
   * @param coefficients the first coefficients of C, of which all others are 0
   */
  static double[] ofToeplitz(int steps, double[] coefficients) {
    if (coefficients[0] == 0) {
      throw new IllegalArgumentException(
          "the first coefficient was 0: the last step is in no release, so no sum is known");
    }
    if ((double) steps * coefficients.length > MOST_PRODUCTS) {
      throw new IllegalArgumentException(
          String.format(
              "%d coefficients for %d steps are too many: errors need at most 2^30 products",
              coefficients.length, steps));
    }
    double[] inverse = new double[steps];
    for (int t = 0; t < steps; t++) {
      double sum = t == 0 ? 1 : 0;
      for (int u = 1; u <= Math.min(t, coefficients.length - 1); u++) {
        sum -= coefficients[u] * inverse[t - u];
      }
      inverse[t] = sum / coefficients[0];
    }
    return ofInverse(steps, inverse);
  }

  /**
   * Errors for a Toeplitz matrix that is given by its inverse.
   *
   * @param steps how many steps
   * @param inverse the first coefficients of the inverse, of which all others are 0
   */
  static double[] ofInverse(int steps, double[] inverse) {
    double[] coefficients = Arrays.copyOf(inverse, steps);
    Arrays.parallelPrefix(coefficients, Double::sum);
    return ofSums(coefficients);
  }

  /**
   * Errors where {@code A C⁻¹} is a Toeplitz matrix.
   *
   * @param coefficients its coefficients, one for each step
   */
  static double[] ofSums(double[] coefficients) {
    double[] errors = Arrays.stream(coefficients).map(h -> h * h).toArray();
    Arrays.parallelPrefix(errors, Double::sum);
    return errors;
  }

  /**
   * Errors for a lower triangular matrix: row t of {@code A C⁻¹} solves {@code b C = (1, …, 1)}.
   *
   * @param rows the rows of C
   */
  static double[] ofRows(List<List<Double>> rows) {
    int size = rows.size();
    double[][] c = rows.stream().map(RunningSums::numbers).toArray(double[][]::new);
    double[] errors = new double[size];
    for (int t = 0; t < size; t++) {
      if (c[t][t] == 0) {
        throw new IllegalArgumentException(
            "row " + (t + 1) + " ended with 0: step " + (t + 1) + " is in no sum by then");
      }
      double[] missing = new double[t + 1];
      Arrays.fill(missing, 1);
      for (int i = t; i >= 0; i--) {
        double weight = missing[i] / c[i][i];
        errors[t] += weight * weight;
        for (int j = 0; j < i; j++) {
          missing[j] -= weight * c[i][j];
        }
      }
    }
    return errors;
  }

  private static double[] numbers(List<Double> row) {
    return row.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Errors for trees. The estimate of a block combines its own entry with those of its halves, so
   * that its variance is {@code v_0 = 1, v_h = 2 v_{h-1}/(1 + 2 v_{h-1})}, as Honaker estimates
   * from below ([@KairouzEtAl2021], Appendix B).
   *
   * @param stepsPerTree how many steps each tree has
   * @param trees how many trees there are
   */
  static double[] ofTrees(int stepsPerTree, int trees) {
    double[] variances = new double[Integer.SIZE];
    variances[0] = 1;
    for (int h = 1; h < variances.length; h++) {
      variances[h] = 2 * variances[h - 1] / (1 + 2 * variances[h - 1]);
    }
    double[] errors = new double[stepsPerTree * trees];
    for (int t = 0; t < errors.length; t++) {
      int before = (t + 1) / stepsPerTree;
      errors[t] =
          before * ofBlocks(stepsPerTree, variances) + ofBlocks((t + 1) % stepsPerTree, variances);
    }
    return errors;
  }

  /** The variance of a sum of so many steps of one tree. */
  private static double ofBlocks(int steps, double[] variances) {
    double sum = 0;
    for (int h = 0; h < variances.length; h++) {
      sum += (steps >> h & 1) == 1 ? variances[h] : 0;
    }
    return sum;
  }
}
