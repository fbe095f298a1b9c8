package org.assay.verify.internal.distinguish;

import java.util.Arrays;

/**
 * The terms of a linear score: columns that vary, clamped to an interval and standardized. Every
 * column enters once clamped to ten standard deviations around its mean. Columns with many values
 * enter a second time, clamped to their middle third. The reason is Laplace noise, whose privacy
 * loss is linear between two points and constant outside them. Values that are no numbers count as
 * the mean. Immutable.
 */
final class ClampedColumns {
  /**
   * At how many standard deviations from the mean the first term of a column is clamped. Not tuned:
   * keeps one outlier from deciding a fit.
   */
  private static final double LIMIT = 10;

  private final int[] columns;
  private final double[] lows;
  private final double[] highs;
  private final double[] means;
  private final double[] scales;
  private int size;

  private ClampedColumns(int maximum) {
    columns = new int[maximum];
    lows = new double[maximum];
    highs = new double[maximum];
    means = new double[maximum];
    scales = new double[maximum];
  }

  /**
   * Terms for the columns of a table.
   *
   * @param maximumRows about how many rows the means and deviations are computed from
   */
  static ClampedColumns of(OutcomeTable past, int maximumRows) {
    int width = past.layout().width();
    ClampedColumns terms = new ClampedColumns(2 * width);
    int stride = Math.max(1, past.rows() / maximumRows);
    for (int column = 0; column < width; column++) {
      if (!past.layout().isNonlinear(column)) {
        terms.add(column, sorted(past, column, stride));
      }
    }
    return terms;
  }

  int size() {
    return size;
  }

  /** Writes 1, then the terms of a row. */
  void read(OutcomeTable table, int row, double[] point) {
    point[0] = 1;
    for (int i = 0; i < size; i++) {
      point[i + 1] = term(i, table.at(row, columns[i]));
    }
  }

  /** The intercept plus the weighted terms of a row. */
  double score(OutcomeTable table, int row, double[] weights) {
    double sum = weights[0];
    for (int i = 0; i < size; i++) {
      sum += weights[i + 1] * term(i, table.at(row, columns[i]));
    }
    return sum;
  }

  /** The two columns that move the score most, in words. */
  String describe(FeatureLayout layout, double[] weights) {
    double[] influence = new double[layout.width()];
    for (int i = 0; i < size; i++) {
      influence[columns[i]] += Math.abs(weights[i + 1]);
    }
    return Prominence.describe("logistic score", layout, influence);
  }

  private double term(int index, double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    double clamped = Math.max(lows[index], Math.min(highs[index], value));
    return (clamped - means[index]) / scales[index];
  }

  private void add(int column, double[] sorted) {
    double mean = mean(sorted);
    double reach = LIMIT * scale(sorted, mean);
    add(column, sorted, mean - reach, mean + reach);
    if (Quantiles.isContinuous(sorted)) {
      add(column, sorted, sorted[sorted.length / 3], sorted[2 * sorted.length / 3]);
    }
  }

  private void add(int column, double[] sorted, double low, double high) {
    double[] clamped =
        Arrays.stream(sorted).map(value -> Math.max(low, Math.min(high, value))).toArray();
    double mean = mean(clamped);
    double scale = scale(clamped, mean);
    if (!(scale > 0) || scale == Double.POSITIVE_INFINITY) {
      return;
    }
    columns[size] = column;
    lows[size] = low;
    highs[size] = high;
    means[size] = mean;
    scales[size] = scale;
    size++;
  }

  /** The finite values of a column in ascending order, from every {@code stride}-th row. */
  private static double[] sorted(OutcomeTable past, int column, int stride) {
    double[] values = new double[past.rows() / stride + 1];
    int count = 0;
    for (int row = 0; row < past.rows(); row += stride) {
      double value = past.at(row, column);
      if (Double.isFinite(value)) {
        values[count++] = value;
      }
    }
    Arrays.sort(values, 0, count);
    return Arrays.copyOf(values, count);
  }

  private static double mean(double[] values) {
    double mean = 0;
    for (int i = 0; i < values.length; i++) {
      mean += (values[i] - mean) / (i + 1);
    }
    return mean;
  }

  private static double scale(double[] values, double mean) {
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return Math.sqrt(sum / (values.length + 1));
  }
}
