package org.assay.verify.distinguish;

/** Ridge logistic regression of the coin on {@link ClampedColumns}, by Newton's method. */
final class LogisticLearner {
  private static final int MAXIMUM_ROWS = 1 << 16;
  private static final long MAXIMUM_WORK = 40_000_000;
  private static final int MINIMUM_ROWS = 1000;
  private static final int NEWTON_STEPS = 5;

  /** The first steps need not be exact, and see fewer rows. */
  private static final int EARLY_STEPS = 3;

  private static final int EARLY_STRIDE = 4;
  private static final double RIDGE = 1;

  private LogisticLearner() {}

  /** Fits to the outcomes so far, at least one. */
  static Scorer fit(OutcomeTable past) {
    ClampedColumns columns = ClampedColumns.of(past, MINIMUM_ROWS);
    int size = columns.size() + 1;
    long affordable = Math.max(MINIMUM_ROWS, MAXIMUM_WORK / ((long) size * size));
    int stride = (int) Math.max(1, past.rows() / Math.min(MAXIMUM_ROWS, affordable));
    double[] weights = new double[size];
    double[] point = new double[size];
    for (int step = 0; step < NEWTON_STEPS; step++) {
      boolean early = step < EARLY_STEPS && past.rows() > EARLY_STRIDE * MINIMUM_ROWS;
      newtonStep(past, columns, early ? stride * EARLY_STRIDE : stride, weights, point);
    }
    return new LogisticScorer(past, columns, weights);
  }

  private static void newtonStep(
      OutcomeTable past, ClampedColumns columns, int stride, double[] weights, double[] point) {
    int size = weights.length;
    double[][] hessian = new double[size][size];
    double[] gradient = new double[size];
    for (int i = 0; i < size; i++) {
      hessian[i][i] = RIDGE;
      gradient[i] = -RIDGE * weights[i];
    }
    for (int row = 0; row < past.rows(); row += stride) {
      columns.read(past, row, point);
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

  private static final class LogisticScorer implements Scorer {
    private final ClampedColumns columns;
    private final double[] weights;
    private final double[] cuts;
    private final String name;

    LogisticScorer(OutcomeTable past, ClampedColumns columns, double[] weights) {
      this.columns = columns;
      this.weights = weights;
      this.name = columns.describe(past.layout(), weights);
      int stride = Math.max(1, (past.rows() + 2047) / 2048);
      double[] scores = new double[past.rows() / stride + 1];
      int count = 0;
      for (int row = 0; row < past.rows(); row += stride) {
        scores[count++] = score(past, row);
      }
      this.cuts = Quantiles.cuts(scores, count);
    }

    private double score(OutcomeTable table, int row) {
      return columns.score(table, row, weights);
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
