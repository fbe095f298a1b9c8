package org.assay.verify.distinguish;

import java.util.ArrayList;
import java.util.List;

/**
 * Ridge logistic regression of the coin on all standardized features, by Newton's method. Missing
 * and infinite values count as the mean, values beyond ten standard deviations as ten; their
 * indicators are features of their own.
 */
final class LogisticLearner {
  private static final int MAXIMUM_ROWS = 1 << 16;
  private static final long MAXIMUM_WORK = 40_000_000;
  private static final int MINIMUM_ROWS = 1000;
  private static final int NEWTON_STEPS = 5;
  private static final double RIDGE = 1;

  private LogisticLearner() {}

  /** Fits to the outcomes so far, at least one. */
  static Scorer fit(OutcomeTable past) {
    Standardizer standardizer = Standardizer.of(past);
    int size = standardizer.size() + 1;
    long affordable = Math.max(MINIMUM_ROWS, MAXIMUM_WORK / ((long) size * size));
    int stride = (int) Math.max(1, past.rows() / Math.min(MAXIMUM_ROWS, affordable));
    double[] weights = new double[size];
    double[] point = new double[size];
    for (int step = 0; step < NEWTON_STEPS; step++) {
      newtonStep(past, standardizer, stride, weights, point);
    }
    return new LogisticScorer(past, standardizer, weights);
  }

  private static void newtonStep(
      OutcomeTable past, Standardizer standardizer, int stride, double[] weights, double[] point) {
    int size = weights.length;
    double[][] hessian = new double[size][size];
    double[] gradient = new double[size];
    for (int i = 0; i < size; i++) {
      hessian[i][i] = RIDGE;
      gradient[i] = -RIDGE * weights[i];
    }
    for (int row = 0; row < past.rows(); row += stride) {
      standardizer.read(past, row, point);
      double probability = 1 / (1 + Math.exp(-dot(weights, point)));
      double residual = (past.isLeft(row) ? 1 : 0) - probability;
      double curvature = Math.max(1e-6, probability * (1 - probability));
      for (int i = 0; i < size; i++) {
        gradient[i] += residual * point[i];
        double scaled = curvature * point[i];
        for (int j = 0; j <= i; j++) {
          hessian[i][j] += scaled * point[j];
        }
      }
    }
    solve(hessian, gradient);
    for (int i = 0; i < size; i++) {
      weights[i] += gradient[i];
    }
  }

  /** Cholesky solution in place; the matrix is positive definite thanks to the ridge. */
  private static void solve(double[][] matrix, double[] vector) {
    int size = vector.length;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = matrix[i][j];
        for (int k = 0; k < j; k++) {
          sum -= matrix[i][k] * matrix[j][k];
        }
        matrix[i][j] = i == j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / matrix[j][j];
      }
    }
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < i; k++) {
        vector[i] -= matrix[i][k] * vector[k];
      }
      vector[i] /= matrix[i][i];
    }
    for (int i = size - 1; i >= 0; i--) {
      for (int k = i + 1; k < size; k++) {
        vector[i] -= matrix[k][i] * vector[k];
      }
      vector[i] /= matrix[i][i];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Columns that vary, with their means and scales. */
  private static final class Standardizer {
    private static final double LIMIT = 10;

    private final int[] columns;
    private final double[] means;
    private final double[] scales;

    private Standardizer(int[] columns, double[] means, double[] scales) {
      this.columns = columns;
      this.means = means;
      this.scales = scales;
    }

    static Standardizer of(OutcomeTable past) {
      int width = past.layout().width();
      double[] means = new double[width];
      double[] scales = new double[width];
      List<Integer> varying = new ArrayList<>();
      for (int column = 0; column < width; column++) {
        means[column] = mean(past, column);
        scales[column] = scale(past, column, means[column]);
        if (scales[column] > 0 && scales[column] < Double.POSITIVE_INFINITY) {
          varying.add(column);
        }
      }
      return new Standardizer(
          varying.stream().mapToInt(Integer::intValue).toArray(), means, scales);
    }

    int size() {
      return columns.length;
    }

    /** Writes 1 and then the standardized values. */
    void read(OutcomeTable table, int row, double[] point) {
      point[0] = 1;
      for (int i = 0; i < columns.length; i++) {
        point[i + 1] = standardized(table, row, columns[i]);
      }
    }

    /**
     * The intercept and the weighted standardized values; keeps no state, so threads may share it.
     */
    double score(OutcomeTable table, int row, double[] weights) {
      double sum = weights[0];
      for (int i = 0; i < columns.length; i++) {
        sum += weights[i + 1] * standardized(table, row, columns[i]);
      }
      return sum;
    }

    private double standardized(OutcomeTable table, int row, int column) {
      double value = table.at(row, column);
      double standardized = (value - means[column]) / scales[column];
      return Double.isFinite(value) ? Math.max(-LIMIT, Math.min(LIMIT, standardized)) : 0;
    }

    /** The features that move the score most, in words. */
    String describe(OutcomeTable past, double[] weights) {
      int first = -1;
      int second = -1;
      for (int i = 0; i < columns.length; i++) {
        if (first < 0 || Math.abs(weights[i + 1]) > Math.abs(weights[first + 1])) {
          second = first;
          first = i;
        } else if (second < 0 || Math.abs(weights[i + 1]) > Math.abs(weights[second + 1])) {
          second = i;
        }
      }
      if (first < 0) {
        return "logistic score";
      }
      String names = past.layout().name(columns[first]);
      names += second < 0 ? "" : " and " + past.layout().name(columns[second]);
      return "logistic score (mainly " + names + ")";
    }

    private static double mean(OutcomeTable past, int column) {
      double mean = 0;
      int count = 0;
      for (int row = 0; row < past.rows(); row++) {
        double value = past.at(row, column);
        if (Double.isFinite(value)) {
          count++;
          mean += (value - mean) / count;
        }
      }
      return mean;
    }

    private static double scale(OutcomeTable past, int column, double mean) {
      double sum = 0;
      int count = 1;
      for (int row = 0; row < past.rows(); row++) {
        double value = past.at(row, column);
        if (Double.isFinite(value)) {
          count++;
          sum += (value - mean) * (value - mean);
        }
      }
      return Math.sqrt(sum / count);
    }
  }

  private static final class LogisticScorer implements Scorer {
    private final Standardizer standardizer;
    private final double[] weights;
    private final double[] cuts;
    private final String name;

    LogisticScorer(OutcomeTable past, Standardizer standardizer, double[] weights) {
      this.standardizer = standardizer;
      this.weights = weights;
      this.name = standardizer.describe(past, weights);
      int stride = Math.max(1, (past.rows() + 2047) / 2048);
      double[] scores = new double[past.rows() / stride + 1];
      int count = 0;
      for (int row = 0; row < past.rows(); row += stride) {
        scores[count++] = score(past, row);
      }
      this.cuts = Quantiles.cuts(scores, count);
    }

    private double score(OutcomeTable table, int row) {
      return standardizer.score(table, row, weights);
    }

    @Override
    public int bins() {
      return cuts.length + 2;
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return Quantiles.bin(cuts, score(table, row));
    }

    @Override
    public String describe(int from, int to) {
      return Quantiles.describe(name, cuts, false, from, to);
    }
  }
}
