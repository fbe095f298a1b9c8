package org.assay.algorithms.internal.optimize.onepass;

import org.assay.algorithms.internal.optimize.Interruption;

/**
 * Minimizes regularized problems to a certified distance from the exact minimizer, without
 * randomness and without a probability of failure. Proofs: {@code doc-files/phased-erm.md}.
 */
interface CertifiedMinimizer {
  /** Rounds after which rounding errors must have stalled the certificate. */
  int MOST_ROUNDS = 10_000_000;

  /** The one that suits a loss: gradient descent if it is smooth, cutting planes if it is not. */
  static CertifiedMinimizer of(double smoothness) {
    return smoothness < Double.POSITIVE_INFINITY
        ? new ContractionMinimizer()
        : new MinorantMinimizer();
  }

  /**
   * Finds a point of the set at most so far from the exact minimizer.
   *
   * @param tolerance the distance, above 0
   * @return the point
   * @throws ArithmeticException if the distance is out of reach in double precision
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  double[] minimize(RegularizedProblem problem, double tolerance);

  /** Called once a round. */
  static void requireProgress(int round, double tolerance) {
    Interruption.requireNone();
    if (round >= MOST_ROUNDS) {
      throw new ArithmeticException(
          "tolerance was " + tolerance + ": rounding errors keep the solver from certifying it");
    }
  }
}
