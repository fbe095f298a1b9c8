package org.assay.algorithms.internal.optimize.onepass;

import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.objective.Loss;

/**
 * Minimizes regularized problems to a certified distance from the exact minimizer, without
 * randomness and without a probability of failure. Proofs: {@code doc-files/phased-erm.md}.
 */
interface CertifiedMinimizer {
  /** Largest number of rounds; a longer search is stalled by rounding errors. Not tuned. */
  int MOST_ROUNDS = 10_000_000;

  /** The minimizer for a loss: gradient descent if the loss is smooth, minorants if it is not. */
  static CertifiedMinimizer of(double smoothness) {
    return smoothness < Double.POSITIVE_INFINITY
        ? new ContractionMinimizer()
        : new MinorantMinimizer();
  }

  /**
   * Finds a point of the set near the exact minimizer.
   *
   * @param tolerance largest distance from the minimizer, above 0
   * @return the point
   * @throws ArithmeticException if the distance is out of reach in double precision
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  double[] minimize(RegularizedProblem problem, double tolerance);

  /** Checks once in a round that the search may go on. */
  static void requireProgress(int round, double tolerance) {
    Interruption.requireNone();
    if (round >= MOST_ROUNDS) {
      throw new ArithmeticException(
          "tolerance was " + tolerance + ": rounding errors keep the solver from certifying it");
    }
  }

  /**
   * Projected gradient descent for smooth losses. With curvatures between m + lambda and M +
   * lambda, a step of size {@code 2/(m + M + 2 lambda)} contracts distances by {@code q = (M −
   * m)/(m + M + 2 lambda)}, so after a step of length s the minimizer is at most {@code s q/(1 −
   * q)} away.
   */
  record ContractionMinimizer() implements CertifiedMinimizer {
    /** Bound far above the relative rounding error of one step. Not tuned. */
    private static final double ROUNDING = 0x1p-47;

    @Override
    public double[] minimize(RegularizedProblem problem, double tolerance) {
      Loss loss = problem.loss();
      double curvatures = loss.strongConvexity() + loss.smoothness() + 2 * problem.lambda();
      double stepSize = 2 / curvatures;
      // q/(1 - q), with the difference in the denominator simplified.
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

    /** One step; returns a bound of its length, rounding errors included. */
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
}
