package org.assay.verify.internal.distinguish;

import java.util.Arrays;

/**
 * Logistic regression with a ridge penalty, which predicts an outcome's dataset from {@link
 * ClampedColumns}. Newton's method fits the weights. Few rows are all fitted to, and past counts
 * come from three-fold cross-fitting. Of many rows a third is fitted to, and the others are
 * counted.
 */
final class LogisticLearner {
  /** Rows that one Newton step reads at most. Not tuned: bounds the time of a fit. */
  private static final int MAXIMUM_ROWS = 1 << 16;

  /**
   * Upper limit of a Newton step's multiplications, counted as rows times the square of the number
   * of terms. Not tuned: bounds the time of a fit.
   */
  private static final long MAXIMUM_WORK = 40_000_000;

  /** Rows that one Newton step reads even if {@link #MAXIMUM_WORK} is exceeded. Not tuned. */
  private static final int MINIMUM_ROWS = 1000;

  /** Newton steps of a fit. Not tuned: the ridge keeps the weights small, so few steps suffice. */
  private static final int NEWTON_STEPS = 5;

  /** Number of first steps, which need not be exact and read every fourth row only. Not tuned. */
  private static final int EARLY_STEPS = 3;

  /** Distance of the rows that an early step reads. Not tuned. */
  private static final int EARLY_STRIDE = 4;

  /** The penalty: half this number times the sum of squared weights. Not tuned. */
  private static final double RIDGE = 1;

  /** Rows whose scores determine the cuts into bins if only a third is fitted to. Not tuned. */
  private static final int SCORED_ROWS = 2048;

  /** Stands for "no fold is left out". */
  private static final int NO_FOLD = -1;

  /** Up to this many rows, all are fitted to. Not tuned: cross-fitting costs four fits. */
  private static final int SCARCE_ROWS = 1 << 14;

  /**
   * Folds of the cross-fitting, and the inverse of the part that is fitted to otherwise. Not tuned.
   */
  private static final int FOLDS = 3;

  /** 2^32 divided by the golden ratio, odd: consecutive multiples spread evenly over 32 bits. */
  private static final int SCATTER = 0x9E3779B9;

  private LogisticLearner() {}

  /** Fits to the outcomes so far, at least one. */
  static Scorer fit(OutcomeTable past) {
    return past.rows() <= SCARCE_ROWS ? crossFit(past) : split(past);
  }

  /** Scores every row by a fit to the other folds. The returned scorer is fitted to all rows. */
  private static Scorer crossFit(OutcomeTable past) {
    ClampedColumns columns = ClampedColumns.of(past, MINIMUM_ROWS);
    double[] scores = new double[past.rows()];
    double[][] weights = new double[FOLDS][];
    for (int fold = 0; fold < FOLDS; fold++) {
      weights[fold] = weights(past, columns, fold);
    }
    for (int row = 0; row < scores.length; row++) {
      scores[row] = columns.score(past, row, weights[fold(row)]);
    }
    double[] cuts = Quantiles.cuts(scores.clone(), scores.length);
    BinCounts counts = new BinCounts(cuts.length + 2);
    for (int row = 0; row < scores.length; row++) {
      counts.add(Quantiles.bin(cuts, scores[row]), past.isLeft(row));
    }
    return scorer(past, columns, weights(past, columns, NO_FOLD), cuts, counts);
  }

  private static Scorer split(OutcomeTable past) {
    OutcomeTable studied = past.first((int) Math.ceil(past.rows() / (double) FOLDS));
    ClampedColumns columns = ClampedColumns.of(studied, MINIMUM_ROWS);
    double[] weights = weights(studied, columns, NO_FOLD);
    int stride = Math.max(1, (studied.rows() + SCORED_ROWS - 1) / SCORED_ROWS);
    double[] scores = new double[(studied.rows() + stride - 1) / stride];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = columns.score(studied, i * stride, weights);
    }
    double[] cuts = Quantiles.cuts(scores, scores.length);
    BinCounts counts = new BinCounts(cuts.length + 2);
    for (int row = studied.rows(); row < past.rows(); row++) {
      counts.add(Quantiles.bin(cuts, columns.score(past, row, weights)), past.isLeft(row));
    }
    return scorer(past, columns, weights, cuts, counts);
  }

  private static Scorer scorer(
      OutcomeTable past,
      ClampedColumns columns,
      double[] weights,
      double[] cuts,
      BinCounts counts) {
    String name = columns.describe(past.layout(), weights);
    return new LogisticScorer(columns, weights, cuts, counts, name);
  }

  /** Weights fitted to all rows except those of one fold. */
  private static double[] weights(OutcomeTable past, ClampedColumns columns, int fold) {
    int size = columns.size() + 1;
    long affordable = Math.max(MINIMUM_ROWS, MAXIMUM_WORK / ((long) size * size));
    int stride = (int) Math.max(1, past.rows() / Math.min(MAXIMUM_ROWS, affordable));
    double[] weights = new double[size];
    double[] point = new double[size];
    for (int step = 0; step < NEWTON_STEPS; step++) {
      boolean early = step < EARLY_STEPS && past.rows() > EARLY_STRIDE * MINIMUM_ROWS;
      int rowStride = early ? stride * EARLY_STRIDE : stride;
      newtonStep(new Rows(past, rowStride, fold), columns, weights, point);
    }
    return weights;
  }

  /** Every {@code stride}-th row of a table, without the rows of one fold. */
  private record Rows(OutcomeTable table, int stride, int leftOut) {
    boolean has(int row) {
      return fold(row) != leftOut;
    }
  }

  /** The fold of a row. Folds are scattered: rows at any stride meet all three. */
  private static int fold(int row) {
    return ((row * SCATTER) >>> (Integer.SIZE / 2)) % FOLDS;
  }

  private static void newtonStep(
      Rows rows, ClampedColumns columns, double[] weights, double[] point) {
    int size = weights.length;
    double[][] hessian = new double[size][size];
    double[] gradient = new double[size];
    for (int i = 0; i < size; i++) {
      hessian[i][i] = RIDGE;
      gradient[i] = -RIDGE * weights[i];
    }
    for (int row = 0; row < rows.table().rows(); row += rows.stride()) {
      if (!rows.has(row)) {
        continue;
      }
      columns.read(rows.table(), row, point);
      double probability = 1 / (1 + Math.exp(-dot(weights, point)));
      double residual = (rows.table().isLeft(row) ? 1 : 0) - probability;
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

  /**
   * Solves a linear system by Cholesky's method, in place. The ridge makes the matrix positive
   * definite.
   */
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

  private static final class LogisticScorer implements Scorer {
    private final ClampedColumns columns;
    private final double[] weights;
    private final double[] cuts;
    private final BinCounts past;
    private final String name;

    LogisticScorer(
        ClampedColumns columns, double[] weights, double[] cuts, BinCounts past, String name) {
      this.columns = columns;
      this.weights = weights;
      this.cuts = cuts;
      this.past = past;
      this.name = name;
    }

    @Override
    public int bins() {
      return cuts.length + 2;
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      return Quantiles.bin(cuts, columns.score(table, row, weights));
    }

    @Override
    public BinCounts countPast(OutcomeTable table) {
      return past.copy();
    }

    @Override
    public int effort(int from, int to) {
      return SCORE;
    }

    @Override
    public String describe(int from, int to) {
      return Quantiles.describe(name, cuts, false, from, to);
    }
  }

  /**
   * The terms of a linear score: columns that vary, clamped to an interval and standardized. Every
   * column enters once clamped to ten standard deviations around its mean. Columns with many values
   * enter a second time, clamped to their middle third. The reason is Laplace noise, whose privacy
   * loss is linear between two points and constant outside them. Values that are no numbers count
   * as the mean. Immutable.
   */
  private static final class ClampedColumns {
    /**
     * Distance from the mean at which the first term of a column is clamped, in standard
     * deviations. Not tuned: keeps one outlier from deciding a fit.
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
     * @param maximumRows about the number of rows from which means and deviations are computed
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
}
