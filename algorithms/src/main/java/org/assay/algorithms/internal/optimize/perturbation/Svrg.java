package org.assay.algorithms.internal.optimize.perturbation;

import java.util.random.RandomGenerator;

/**
 * Stochastic variance-reduced gradient descent ([@JohnsonZhang2013]): from a snapshot s with its
 * full gradient, steps {@code w ← w - eta (grad f_i(w) - grad f_i(s) + grad F(s))} over random i;
 * their average is the next snapshot.
 *
 * <p>With {@code eta = 1/(10 β)} and {@code 50 κ} steps, β the smoothness and κ the condition
 * number of the components, the expected gap at least halves with every snapshot
 * ([@JohnsonZhang2013], Theorem 1: {@code 1/(m eta λ (1 - 2 eta β)) + 2 eta β/(1 - 2 eta β) =
 * 1/2}).
 */
record Svrg() implements MinimizerSearch {
  /** Halvings; 400 leave nothing of a double. */
  private static final int SNAPSHOTS = 400;

  private static final double STEP = 0.1;
  private static final double STEPS_PER_CONDITION = 50;

  @Override
  public double[] minimize(PerturbedObjective objective, double tolerance, RandomGenerator random) {
    double[] snapshot = new double[objective.dimension()];
    double[] full = new double[objective.dimension()];
    double reached = Double.POSITIVE_INFINITY;
    for (int epoch = 0; epoch < SNAPSHOTS; epoch++) {
      objective.gradient(snapshot, full);
      double distance = objective.distanceBound(snapshot, full);
      reached = Math.min(reached, distance);
      if (distance <= tolerance) {
        return snapshot;
      }
      snapshot = averageOfSteps(objective, snapshot, full, random);
    }
    throw MinimizerSearch.failure(tolerance, reached);
  }

  /** Number of steps between two snapshots. */
  static long stepsPerSnapshot(PerturbedObjective objective) {
    double strong = objective.regularization() / objective.records();
    return (long) Math.ceil(STEPS_PER_CONDITION * objective.componentSmoothness() / strong);
  }

  /** One epoch on the mean of the components, J/n. */
  static double[] averageOfSteps(
      PerturbedObjective objective, double[] snapshot, double[] full, RandomGenerator random) {
    int dimension = snapshot.length;
    int records = objective.records();
    double strong = objective.regularization() / records;
    double stepSize = STEP / objective.componentSmoothness();
    long steps = stepsPerSnapshot(objective);
    double[] w = snapshot.clone();
    double[] sum = new double[dimension];
    double[] direction = new double[dimension];
    for (long k = 0; k < steps; k++) {
      for (int j = 0; j < dimension; j++) {
        direction[j] = full[j] / records + strong * (w[j] - snapshot[j]);
      }
      int i = random.nextInt(records);
      objective.addLossGradient(w, i, 1, direction);
      objective.addLossGradient(snapshot, i, -1, direction);
      for (int j = 0; j < dimension; j++) {
        w[j] -= stepSize * direction[j];
        sum[j] += w[j];
      }
    }
    for (int j = 0; j < dimension; j++) {
      sum[j] /= steps;
    }
    return sum;
  }

  @Override
  public String name() {
    return "SVRG";
  }
}
