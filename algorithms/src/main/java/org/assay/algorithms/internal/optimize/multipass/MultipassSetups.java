package org.assay.algorithms.internal.optimize.multipass;

import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.geometry.LpBall;
import org.assay.algorithms.internal.optimize.TaskProblem;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.TrainingTask;

/**
 * Twenty epochs of batches of a tenth of the records, a choice that neither looks at the data nor
 * is tuned to any.
 */
public final class MultipassSetups {
  private static final int BATCHES_OF_AN_EPOCH = 10;
  private static final int EPOCHS = 20;
  private static final double ORDER = 4;

  private MultipassSetups() {}

  /** A schedule without its noise. */
  static NoisySgdSchedule schedule(int records, double stepSize) {
    int batchSize = Math.max(1, records / BATCHES_OF_AN_EPOCH);
    int steps = EPOCHS * BATCHES_OF_AN_EPOCH;
    return new NoisySgdSchedule(
        NoisySgdSampling.FIXED_SIZE, records, batchSize, steps, stepSize, 1);
  }

  /**
   * The step size {@code D / √(T (L² + d noise²))} that balances distance and noise in the standard
   * analysis of averaged steps, and never more than contraction allows.
   */
  static double stepSize(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    double gradient = loss.lipschitzConstant();
    double noise = Math.sqrt(set.dimension()) * schedule.noise();
    double balanced = set.diameter() / (Math.sqrt(schedule.steps()) * Math.hypot(gradient, noise));
    boolean curved = loss.smoothness() > 0 && NoisySgdEvents.isSmooth(loss);
    return curved ? Math.min(balanced, 1 / loss.smoothness()) : balanced;
  }

  /** The algorithm with the least noise that meets the target. */
  public static MultipassNoisySgd calibrated(
      int records, Loss loss, ConstraintSet set, Guarantee target) {
    // Iteration bounds need the step size, which needs the noise: composition provides a first one.
    NoisySgdSchedule first =
        new NoisySgdCalibration(schedule(records, 1), loss, set).composed(target);
    NoisySgdSchedule stepped = first.withStepSize(stepSize(first, loss, set));
    NoisySgdSchedule best = new NoisySgdCalibration(stepped, loss, set).calibrated(target);
    return MultipassNoisySgd.of(best, loss, set);
  }

  /** The algorithm with the paper's noise for the target. */
  public static MultipassNoisySgd paperSchedule(
      int records, Loss loss, ConstraintSet set, Guarantee target) {
    NoisySgdSchedule first =
        new NoisySgdCalibration(schedule(records, 1), loss, set).composedPaperSchedule(target);
    NoisySgdSchedule stepped = first.withStepSize(stepSize(first, loss, set));
    NoisySgdSchedule paper = new NoisySgdCalibration(stepped, loss, set).paperSchedule(target);
    return MultipassNoisySgd.of(paper, loss, set);
  }

  /** The smooth loss with a regularizer that adds at most 1/√n to the gradients. */
  public static TaskProblem<Loss, EuclideanBall> regularized(TrainingTask task) {
    return TaskProblem.regularized(task, 1 / (task.radius() * Math.sqrt(task.records())));
  }

  /** The linear loss. */
  public static TaskProblem<LinearPredictionLoss, EuclideanBall> linear(TrainingTask task) {
    return new TaskProblem<>(task.records(), task.linearLoss(), task.ball());
  }

  /** The smooth loss on the ball of p = 4, whose coordinates may all be large. */
  public static TaskProblem<LinearPredictionLoss, LpBall> onLpBall(TrainingTask task) {
    LpBall ball = LpNoisySgd.ball(task.features(), ORDER, task.radius());
    return new TaskProblem<>(task.records(), task.linearSmoothLoss(ball.diameter() / 2), ball);
  }
}
