package org.assay.verify.internal.distinguish;

/**
 * Ridge logistic regression of the coin on {@link ClampedColumns}, by Newton's method. While there
 * is little to fit to, all of it is used, and past counts come from fits that left out what they
 * count; later a part suffices to fit to, and the rest is counted.
 */
final class LogisticLearner {
  private static final int MAXIMUM_ROWS = 1 << 16;
  private static final long MAXIMUM_WORK = 40_000_000;
  private static final int MINIMUM_ROWS = 1000;
  private static final int NEWTON_STEPS = 5;

  /** The first steps need not be exact, and see fewer rows. */
  private static final int EARLY_STEPS = 3;

  private static final int EARLY_STRIDE = 4;
  private static final double RIDGE = 1;

  /** Rows whose scores are cut into bins where only a part is fitted to. */
  private static final int SCORED_ROWS = 2048;

  private static final int NO_FOLD = -1;

  /** So many rows are fitted to all. */
  private static final int SCARCE_ROWS = 1 << 14;

  private static final int FOLDS = 3;

  /** Odd, near the golden ratio of the integers: consecutive multiples spread evenly. */
  private static final int SCATTER = 0x9E3779B9;

  private LogisticLearner() {}

  /** Fits to the outcomes so far, at least one. */
  static Scorer fit(OutcomeTable past) {
    return past.rows() <= SCARCE_ROWS ? crossFit(past) : split(past);
  }

  /** Every row is scored by a fit to the other folds; the scorer itself has seen all. */
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

  /** Weights fitted to all rows but those of a fold. */
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

  /** Every so-many-th row of a table, but for those of a fold. */
  private record Rows(OutcomeTable table, int stride, int leftOut) {
    boolean has(int row) {
      return fold(row) != leftOut;
    }
  }

  /** Scattered, so that no stride meets one fold only. */
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
}
