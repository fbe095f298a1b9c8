package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.L1Ball;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.TaskProblem;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.TrainingTask;

/**
 * Tasks as problems in other norms, and the algorithms of this package configured for these
 * problems.
 */
public final class NonEuclideanSetups {
  /** The index of the balls for records of Euclidean norm 1, between 1 and 2. Not tuned. */
  private static final double ORDER = 1.5;

  /** The index of the maximum norm. */
  private static final double MAXIMUM = Double.POSITIVE_INFINITY;

  private NonEuclideanSetups() {}

  private static LpBall ball(TrainingTask task) {
    return LpBall.of(task.features(), order(task), task.radius());
  }

  /** An index at which mirror steps and noise of this package are known. */
  private static double ofTask(double index) {
    if (!(index <= 2)) {
      throw new InvalidParameterException(
          "ballIndex",
          "was " + index + ": it must be at most 2; for larger ones take multipass-noisy-sgd-lp");
    }
    return index;
  }

  /**
   * The index of the balls that is asked for, or a usual one. For records bounded in the maximum
   * norm, the index is the one whose dual norm needs the least noise, about {@code 1 + 1/(2 ln d)}.
   * The noise then grows with no power of the dimension.
   */
  private static double order(TrainingTask task) {
    if (task.ballIndex().isPresent()) {
      return ofTask(task.ballIndex().getAsDouble());
    }
    return switch (task.recordNorm()) {
      case EUCLIDEAN -> ORDER;
      case INFINITY ->
          new LpNorm(SmoothNorm.smallest(task.features(), MAXIMUM).index()).dual().order();
    };
  }

  /** The smooth loss on the ball of the 1-norm. */
  public static TaskProblem<LinearPredictionLoss, L1Ball> onL1Ball(TrainingTask task) {
    task.requireNoIndex("1-norm");
    return new TaskProblem<>(
        task.records(),
        task.smoothLossOn(new LpNorm(1)),
        L1Ball.of(task.features(), task.radius()));
  }

  /** The smooth loss on a ball of an index below 2. */
  public static TaskProblem<LinearPredictionLoss, LpBall> onLpBall(TrainingTask task) {
    LpBall ball = ball(task);
    return new TaskProblem<>(task.records(), task.smoothLossOn(ball.norm()), ball);
  }

  /** The linear loss on a ball of an index below 2. */
  public static TaskProblem<LinearPredictionLoss, LpBall> linear(TrainingTask task) {
    return new TaskProblem<>(task.records(), task.linearLossInAnyNorm(), ball(task));
  }

  /** Private Frank-Wolfe over the ball of the 1-norm. */
  public static PrivateAlgorithm polyhedral(int records, Loss loss, L1Ball ball, Guarantee target) {
    return PolyhedralFrankWolfe.calibrated(records, loss, ball.toPolytope(), target);
  }

  /** The same with the paper's noise. */
  public static PrivateAlgorithm polyhedralOfPaper(
      int records, Loss loss, L1Ball ball, Guarantee target) {
    return PolyhedralFrankWolfe.paperSchedule(
        records, loss, ball.toPolytope(), PaperBudget.approximate(target));
  }

  /** The noisy mean gradient with the least noise. */
  public static PrivateAlgorithm mechanism(int records, Loss loss, LpBall ball, Guarantee target) {
    SmoothNorm norm = NoiseNorm.of(ball, target);
    Sensitivity sensitivity = NoisyMeanGradient.sensitivity(records, loss, norm);
    double multiplier =
        NoiseTarget.smallestNoise(
            target,
            noise ->
                new GeneralizedGaussianNoise(norm, noise * sensitivity.value()).event(sensitivity));
    GeneralizedGaussianNoise noise =
        new GeneralizedGaussianNoise(norm, multiplier * sensitivity.value());
    return NoisyMeanGradient.of(
        new GeneralizedGaussianMechanism(noise, sensitivity), records, loss, ball);
  }

  /** The same with the paper's noise. */
  public static PrivateAlgorithm mechanismOfPaper(
      int records, Loss loss, LpBall ball, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    SmoothNorm norm = SmoothNorm.ofPaper(ball.dimension(), NoisyMirrorDescent.dualIndex(ball));
    return NoisyMeanGradient.of(
        GeneralizedGaussianMechanism.paperSchedule(
            ball.dimension(),
            norm.sensitivityIndex(),
            NoisyMeanGradient.sensitivity(records, loss, norm),
            promised.epsilon(),
            promised.delta()),
        records,
        loss,
        ball);
  }

  /** Noisy mirror descent with the paper's schedule. */
  public static PrivateAlgorithm mirrorOfPaper(
      int records, Loss loss, LpBall ball, Guarantee target) {
    return NoisyMirrorDescent.of(
        NoisyMirrorDescent.paperSchedule(records, loss, ball, PaperBudget.approximate(target)),
        records,
        loss,
        ball);
  }

  /** Noisy Frank-Wolfe with the paper's schedule. */
  public static PrivateAlgorithm frankWolfeOfPaper(
      int records, Loss loss, LpBall ball, Guarantee target) {
    return NoisyFrankWolfe.paperSchedule(records, loss, ball, PaperBudget.approximate(target));
  }
}
