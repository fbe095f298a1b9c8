package org.assay.algorithms.internal.optimize.onepass;

import org.assay.algorithms.objective.Loss;

/**
 * Projected gradient descent for smooth losses. With curvatures between m + lambda and M + lambda,
 * a step of size {@code 2/(m + M + 2 lambda)} contracts distances by {@code q = (M − m)/(m + M + 2
 * lambda)}, so after a step of length s the minimizer is at most {@code s q/(1 − q)} away.
 */
record ContractionMinimizer() implements CertifiedMinimizer {
  /** Far above the relative rounding error of one step. */
  private static final double ROUNDING = 0x1p-47;

  @Override
  public double[] minimize(RegularizedProblem problem, double tolerance) {
    Loss loss = problem.loss();
    double curvatures = loss.strongConvexity() + loss.smoothness() + 2 * problem.lambda();
    double stepSize = 2 / curvatures;
    // q/(1 - q), with the difference in the denominator worked out.
    double remaining =
        (loss.smoothness() - loss.strongConvexity())
            / (2 * (loss.strongConvexity() + problem.lambda()));
    double[] point = problem.center().clone();
    double[] gradient = new double[point.length];
    for (int round = 0; ; round++) {
      CertifiedMinimizer.requireProgress(round, tolerance);
      double moved = step(problem, point, gradient, stepSize);
      if (moved * remaining <= tolerance) {
        return point;
      }
    }
  }

  /** One step; returns its length and what rounding errors may hide of it. */
  private static double step(
      RegularizedProblem problem, double[] point, double[] gradient, double stepSize) {
    double[] before = point.clone();
    problem.gradient(point, gradient);
    for (int j = 0; j < point.length; j++) {
      point[j] -= stepSize * gradient[j];
    }
    problem.set().project(point);
    double squared = 0;
    double magnitude = 0;
    for (int j = 0; j < point.length; j++) {
      squared += (point[j] - before[j]) * (point[j] - before[j]);
      magnitude += Math.abs(before[j]) + stepSize * Math.abs(gradient[j]);
    }
    return Math.sqrt(squared) + ROUNDING * magnitude;
  }
}
