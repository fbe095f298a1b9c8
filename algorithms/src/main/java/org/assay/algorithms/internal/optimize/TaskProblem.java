package org.assay.algorithms.internal.optimize;

import java.util.function.Function;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/**
 * The optimization problem of a training task.
 *
 * @param records number of records n
 * @param loss the loss whose mean over the records is minimized
 * @param set the set of parameters
 * @param <L> the kind of loss
 * @param <S> the kind of set
 */
public record TaskProblem<L extends Loss, S extends ConstraintSet>(int records, L loss, S set) {
  /** Sets an algorithm up for a problem and a target. */
  @FunctionalInterface
  public interface Family<L, S> {
    /** The algorithm. */
    PrivateAlgorithm of(int records, L loss, S set, Guarantee target);
  }

  /** Sets an algorithm up for a number of records and a privacy parameter, rho or mu. */
  @FunctionalInterface
  public interface ParameterFamily {
    /** The algorithm. */
    PrivateAlgorithm of(int records, double parameter, Loss loss, ConstraintSet set);
  }

  /**
   * A family for the largest mu for which a Gaussian mechanism meets the target. An algorithm that
   * is dominated by one Gaussian of this mu meets the target too.
   */
  public static Family<Loss, ConstraintSet> ofMu(ParameterFamily family) {
    return (records, loss, set, target) ->
        family.of(records, NoiseTarget.gaussianMu(target), loss, set);
  }

  /**
   * A family for the parameter that [@FeldmanKorenTalwar2020] calls rho, of rho²/2-zCDP. For an
   * approximate target, Lemma 2.6 of the paper gives rho by {@code epsilon = rho²/2 + rho √(2
   * ln(1/delta))}, which leaves some of the target unspent.
   */
  public static Family<Loss, ConstraintSet> ofRho(ParameterFamily family) {
    return (records, loss, set, target) ->
        family.of(records, Rounding.sqrtDown(2 * PaperBudget.rho(target)), loss, set);
  }

  /** A way to set a family up for tasks. */
  public static <L extends Loss, S extends ConstraintSet> AlgorithmEntry.Calibrated solvedBy(
      Function<TrainingTask, TaskProblem<L, S>> problem, Family<? super L, ? super S> family) {
    return (task, target) -> {
      TaskProblem<L, S> one = problem.apply(task);
      return new Training(family.of(one.records, one.loss, one.set, target), one.loss, one.set);
    };
  }

  /** The task's smooth loss on its ball. */
  public static TaskProblem<Loss, EuclideanBall> smooth(TrainingTask task) {
    return new TaskProblem<>(task.records(), task.smoothLoss(), task.ball());
  }

  /** The task's smooth loss of one linear prediction on its ball. */
  public static TaskProblem<LinearPredictionLoss, EuclideanBall> linear(TrainingTask task) {
    return new TaskProblem<>(task.records(), task.linearSmoothLoss(), task.ball());
  }

  /** The task's loss with kinks on its ball. */
  public static TaskProblem<LinearPredictionLoss, EuclideanBall> withKinks(TrainingTask task) {
    return new TaskProblem<>(task.records(), task.lossWithKinks(), task.ball());
  }

  /**
   * The smooth loss plus {@code lambda |w|²/2}. The weight lambda is {@code L/(R √n)}, at which the
   * regularizer costs no more than the statistical error. If {@code 4 beta ln(n)/n} is larger, it
   * is the weight, so that the condition number suits one pass.
   */
  public static TaskProblem<Loss, EuclideanBall> stronglyConvex(TrainingTask task) {
    Loss loss = task.smoothLoss();
    double records = task.records();
    return regularized(
        task,
        Math.max(
            loss.lipschitzConstant() / (task.radius() * Math.sqrt(records)),
            4 * loss.smoothness() * Math.log(records) / records));
  }

  /** The smooth loss plus {@code lambda |w|²/2}. */
  public static TaskProblem<Loss, EuclideanBall> regularized(TrainingTask task, double lambda) {
    EuclideanBall ball = task.ball();
    double[] center = new double[ball.dimension()];
    return new TaskProblem<>(
        task.records(), RegularizedLoss.over(task.smoothLoss(), lambda, center, ball), ball);
  }
}
