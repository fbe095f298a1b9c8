package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;

/**
 * Block-coordinate Frank-Wolfe on the dual, for any convex loss ([@LacosteJulienEtAl2013]): every
 * record keeps an affine minorant of its loss, {@code ⟨slope_i, w⟩ + offset_i}; w minimizes the
 * mean minorant plus the regularization; each record in turn moves its minorant towards the tangent
 * at w. The mean of {@code loss_i(w) − minorant_i(w)} is the duality gap, and w is at most {@code
 * √(gap / lambda)} away from the minimizer.
 */
record MinorantMinimizer() implements CertifiedMinimizer {
  /**
   * Bound far above the relative rounding error of a sum over records and coordinates. Not tuned.
   */
  private static final double ROUNDING = 0x1p-44;

  @Override
  public double[] minimize(RegularizedProblem problem, double tolerance) {
    Minorants minorants = new Minorants(problem);
    double enough = problem.lambda() * tolerance * tolerance;
    for (int round = 0; ; round++) {
      CertifiedMinimizer.requireProgress(round, tolerance);
      if (minorants.gap() <= enough) {
        return minorants.point;
      }
      minorants.improve();
    }
  }

  private static final class Minorants {
    private final RegularizedProblem problem;
    private final int records;
    private final double[][] slopes;
    private final double[] offsets;
    private final double[] meanSlope;
    private final double[] gradient;
    private final double[] point;

    /** Tangents at the center. */
    Minorants(RegularizedProblem problem) {
      int dimension = problem.center().length;
      this.problem = problem;
      this.records = problem.records();
      this.slopes = new double[records][dimension];
      this.offsets = new double[records];
      this.meanSlope = new double[dimension];
      this.gradient = new double[dimension];
      this.point = problem.center().clone();
      for (int i = 0; i < records; i++) {
        problem.gradient(point, i, slopes[i]);
        offsets[i] = problem.value(point, i) - dot(slopes[i], point);
      }
    }

    /**
     * A bound on the duality gap at the minimizer of the mean minorant, whose sums are computed
     * anew.
     */
    double gap() {
      Arrays.fill(meanSlope, 0);
      for (double[] slope : slopes) {
        for (int j = 0; j < slope.length; j++) {
          meanSlope[j] += slope[j] / records;
        }
      }
      problem.minimizeLinear(meanSlope, point);
      double sum = 0;
      for (int i = 0; i < records; i++) {
        sum += excess(i) + ROUNDING * magnitude(i);
      }
      return sum / records;
    }

    private double excess(int i) {
      return problem.value(point, i) - dot(slopes[i], point) - offsets[i];
    }

    /** The size of the terms of an excess, to which its rounding errors are proportional. */
    private double magnitude(int i) {
      double sum = Math.abs(problem.value(point, i)) + Math.abs(offsets[i]);
      for (int j = 0; j < point.length; j++) {
        sum += Math.abs(slopes[i][j] * point[j]);
      }
      return sum;
    }

    /** One pass over the records. */
    void improve() {
      for (int i = 0; i < records; i++) {
        double excess = excess(i);
        if (excess > 0) {
          problem.gradient(point, i, gradient);
          move(i, excess);
          problem.minimizeLinear(meanSlope, point);
        }
      }
    }

    /** Moves a minorant towards the tangent as far as a bound on the dual's curvature allows. */
    private void move(int i, double excess) {
      double squared = 0;
      for (int j = 0; j < gradient.length; j++) {
        double turn = gradient[j] - slopes[i][j];
        squared += turn * turn;
      }
      double step = Math.min(1, problem.lambda() * records * excess / squared);
      double offset = problem.value(point, i) - dot(gradient, point);
      for (int j = 0; j < gradient.length; j++) {
        double change = step * (gradient[j] - slopes[i][j]);
        slopes[i][j] += change;
        meanSlope[j] += change / records;
      }
      offsets[i] += step * (offset - offsets[i]);
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int j = 0; j < a.length; j++) {
        sum += a[j] * b[j];
      }
      return sum;
    }
  }
}
