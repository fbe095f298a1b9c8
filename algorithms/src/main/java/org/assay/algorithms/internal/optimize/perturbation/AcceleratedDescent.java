package org.assay.algorithms.internal.optimize.perturbation;

import java.util.random.RandomGenerator;

/**
 * Nesterov's accelerated gradient descent with the constant momentum {@code (√κ - 1)/(√κ + 1)} of
 * strongly convex functions, κ the condition number.
 */
record AcceleratedDescent() implements MinimizerSearch {
  /** Each round of √κ steps divides the gap by about e; 200 leave nothing of a double. */
  private static final int ROUNDS = 200;

  @Override
  public double[] minimize(PerturbedObjective objective, double tolerance, RandomGenerator random) {
    double root = Math.sqrt(objective.smoothness() / objective.regularization());
    double momentum = (root - 1) / (root + 1);
    int dimension = objective.dimension();
    double[] last = new double[dimension];
    double[] ahead = new double[dimension];
    double[] gradient = new double[dimension];
    double reached = Double.POSITIVE_INFINITY;
    for (long step = 0; step < ROUNDS * (1 + (long) root); step++) {
      objective.gradient(ahead, gradient);
      double distance = objective.distanceBound(ahead, gradient);
      reached = Math.min(reached, distance);
      if (distance <= tolerance) {
        return ahead;
      }
      for (int j = 0; j < dimension; j++) {
        double next = ahead[j] - gradient[j] / objective.smoothness();
        ahead[j] = next + momentum * (next - last[j]);
        last[j] = next;
      }
    }
    throw MinimizerSearch.failure(tolerance, reached);
  }

  @Override
  public String name() {
    return "accelerated gradient descent";
  }
}
