package org.assay.algorithms.internal.optimize.onepass;

import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.geometry.EuclideanBall;
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
  /** The task's smooth loss. */
  static TaskProblem smooth(TrainingTask task) {
    return new TaskProblem(task.smoothLoss(), task.ball());
  }

  /** The task's loss with kinks. */
  static TaskProblem nonSmooth(TrainingTask task) {
    return new TaskProblem(task.lossWithKinks(), task.ball());
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
    double[] center = new double[task.parameterDimension()];
    return new TaskProblem(RegularizedLoss.over(plain.loss, lambda, center, plain.set), plain.set);
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
