package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.geometry.L1Ball;
import org.assay.algorithms.geometry.LpBall;
import org.assay.algorithms.geometry.LpNorm;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** The algorithms of this package, set up for training tasks. */
final class NonEuclideanSetups {
  /** The index of the balls for records of Euclidean norm 1: between the 1-norm and their own. */
  private static final double ORDER = 1.5;

  private static final double MAXIMUM = Double.POSITIVE_INFINITY;

  private NonEuclideanSetups() {}

  private static LpBall ball(TrainingTask task) {
    return LpBall.of(task.features(), order(task), task.radius());
  }

  /**
   * For records bounded in the maximum norm nearly 1: the index whose dual norm costs least noise,
   * about {@code 1 + 1/(2 ln d)}, so that no power of the dimension is left.
   */
  private static double order(TrainingTask task) {
    return switch (task.recordNorm()) {
      case EUCLIDEAN -> ORDER;
      case INFINITY ->
          new LpNorm(SmoothNorm.smallest(task.features(), MAXIMUM).index()).dual().order();
    };
  }

  static Training polyhedral(TrainingTask task, Guarantee target) {
    L1Ball ball = L1Ball.of(task.features(), task.radius());
    Loss loss = task.smoothLossOn(new LpNorm(1));
    return new Training(
        PolyhedralFrankWolfe.calibrated(task.records(), loss, ball.toPolytope(), target),
        loss,
        ball);
  }

  static Training polyhedralOfPaper(TrainingTask task, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    L1Ball ball = L1Ball.of(task.features(), task.radius());
    Loss loss = task.smoothLossOn(new LpNorm(1));
    return new Training(
        PolyhedralFrankWolfe.paperSchedule(task.records(), loss, ball.toPolytope(), promised),
        loss,
        ball);
  }

  static Training mechanism(TrainingTask task, Guarantee target) {
    SmoothNorm norm = NoiseNorm.of(ball(task), target);
    Sensitivity sensitivity =
        NoisyMeanGradient.sensitivity(task.records(), task.linearLossInAnyNorm(), norm);
    double multiplier =
        NoiseTarget.smallestNoise(
            target,
            noise ->
                new GeneralizedGaussianNoise(norm, noise * sensitivity.value()).event(sensitivity));
    return linear(
        task,
        new GeneralizedGaussianMechanism(
            new GeneralizedGaussianNoise(norm, multiplier * sensitivity.value()), sensitivity));
  }

  static Training mechanismOfPaper(TrainingTask task, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    SmoothNorm norm = SmoothNorm.ofPaper(task.features(), NoisyMirrorDescent.dualIndex(ball(task)));
    return linear(
        task,
        GeneralizedGaussianMechanism.paperSchedule(
            task.features(),
            norm.sensitivityIndex(),
            NoisyMeanGradient.sensitivity(task.records(), task.linearLossInAnyNorm(), norm),
            promised.epsilon(),
            promised.delta()));
  }

  private static Training linear(TrainingTask task, GeneralizedGaussianMechanism mechanism) {
    Loss loss = task.linearLossInAnyNorm();
    LpBall ball = ball(task);
    return new Training(NoisyMeanGradient.of(mechanism, task.records(), loss, ball), loss, ball);
  }

  static Training mirror(TrainingTask task, Guarantee target) {
    LpBall ball = ball(task);
    LinearPredictionLoss loss = task.smoothLossOn(ball.norm());
    return new Training(
        NoisyMirrorDescent.calibrated(task.records(), loss, ball, target), loss, ball);
  }

  static Training mirrorOfPaper(TrainingTask task, Guarantee target) {
    LpBall ball = ball(task);
    LinearPredictionLoss loss = task.smoothLossOn(ball.norm());
    MirrorSchedule paper =
        NoisyMirrorDescent.paperSchedule(
            task.records(), loss, ball, PaperBudget.approximate(target));
    return new Training(NoisyMirrorDescent.of(paper, task.records(), loss, ball), loss, ball);
  }

  static Training frankWolfe(TrainingTask task, Guarantee target) {
    LpBall ball = ball(task);
    LinearPredictionLoss loss = task.smoothLossOn(ball.norm());
    return new Training(NoisyFrankWolfe.calibrated(task.records(), loss, ball, target), loss, ball);
  }

  static Training frankWolfeOfPaper(TrainingTask task, Guarantee target) {
    LpBall ball = ball(task);
    LinearPredictionLoss loss = task.smoothLossOn(ball.norm());
    return new Training(
        NoisyFrankWolfe.paperSchedule(task.records(), loss, ball, PaperBudget.approximate(target)),
        loss,
        ball);
  }
}
