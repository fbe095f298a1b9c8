package org.assay.algorithms.optimize.onepass;

import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/**
 * The problem that a task is trained as: a loss of linear predictions over a ball around the
 * origin.
 */
record TaskProblem(Loss loss, EuclideanBall set) {
  /** The logistic loss, or half the squared error. */
  static TaskProblem smooth(TrainingTask task) {
    LinearPredictionLoss loss =
        switch (task.labels()) {
          case SIGNS -> LinearPredictionLoss.logistic(1);
          case BOUNDED_NUMBERS -> LinearPredictionLoss.squared(1, 1, task.radius());
        };
    return new TaskProblem(loss, ball(task));
  }

  /** The hinge loss, or the absolute error. */
  static TaskProblem nonSmooth(TrainingTask task) {
    LinearPredictionLoss loss =
        switch (task.labels()) {
          case SIGNS -> LinearPredictionLoss.hinge(1);
          case BOUNDED_NUMBERS -> LinearPredictionLoss.absolute(1, 1);
        };
    return new TaskProblem(loss, ball(task));
  }

  /**
   * The smooth loss plus {@code lambda |w|²/2}: the weight {@code L/(R √n)} of a regularizer that
   * costs no more than statistical error does, or {@code 4 beta ln(n)/n} if that is more, so that
   * the condition number suits one pass.
   */
  static TaskProblem stronglyConvex(TrainingTask task) {
    TaskProblem plain = smooth(task);
    double records = task.records();
    double lambda =
        Math.max(
            plain.loss.lipschitzConstant() / (task.radius() * Math.sqrt(records)),
            4 * plain.loss.smoothness() * Math.log(records) / records);
    double[] center = new double[task.features()];
    return new TaskProblem(RegularizedLoss.over(plain.loss, lambda, center, plain.set), plain.set);
  }

  private static EuclideanBall ball(TrainingTask task) {
    return EuclideanBall.centeredAtOrigin(task.features(), task.radius());
  }

  /**
   * Sets an algorithm up for a number of records and a privacy parameter, mu or the paper's rho.
   */
  @FunctionalInterface
  interface Family {
    PrivateAlgorithm of(int records, double parameter, Loss loss, ConstraintSet set);
  }

  /** The problem with an algorithm of a family. */
  Training solvedBy(Family family, int records, double parameter) {
    return solvedBy(family.of(records, parameter, loss, set));
  }

  /** The problem with an algorithm for it. */
  Training solvedBy(PrivateAlgorithm algorithm) {
    return new Training(algorithm, loss, set);
  }
}
