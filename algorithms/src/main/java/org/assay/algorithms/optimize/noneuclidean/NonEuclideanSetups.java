package org.assay.algorithms.optimize.noneuclidean;

import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.geometry.L1Ball;
import org.assay.algorithms.geometry.LpBall;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.optimize.NoiseTarget;
import org.assay.algorithms.optimize.PaperBudget;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** The algorithms of this package, set up for training tasks. */
final class NonEuclideanSetups {
  /** The index of the balls: between the 1-norm and the Euclidean one. */
  private static final double ORDER = 1.5;

  private NonEuclideanSetups() {}

  private static LpBall ball(TrainingTask task) {
    return LpBall.of(task.features(), ORDER, task.radius());
  }

  static Training polyhedral(TrainingTask task, Guarantee target) {
    L1Ball ball = L1Ball.of(task.features(), task.radius());
    Loss loss = task.linearSmoothLoss();
    return new Training(
        PolyhedralFrankWolfe.calibrated(task.records(), loss, ball.toPolytope(), target),
        loss,
        ball);
  }

  static Training polyhedralOfPaper(TrainingTask task, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    L1Ball ball = L1Ball.of(task.features(), task.radius());
    Loss loss = task.linearSmoothLoss();
    PolyhedralSchedule paper =
        PolyhedralSchedule.ofPaper(
            task.records(),
            2 * task.features(),
            ball.diameter(),
            loss.lipschitzConstant(),
            loss.smoothness(),
            promised.epsilon(),
            promised.delta());
    return new Training(PolyhedralFrankWolfe.of(paper, loss, ball.toPolytope()), loss, ball);
  }

  static Training mechanism(TrainingTask task, Guarantee target) {
    Loss loss = LinearPredictionLoss.linear(1, 1);
    LpBall ball = ball(task);
    Sensitivity sensitivity = NoisyMeanGradient.sensitivity(task.records(), loss, task.features());
    SmoothNorm norm = NoiseNorm.of(ball, target);
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
    Loss loss = LinearPredictionLoss.linear(1, 1);
    return linear(
        task,
        GeneralizedGaussianMechanism.paperSchedule(
            task.features(),
            NoisyMirrorDescent.dualIndex(ball(task)),
            NoisyMeanGradient.sensitivity(task.records(), loss, task.features()),
            promised.epsilon(),
            promised.delta()));
  }

  private static Training linear(TrainingTask task, GeneralizedGaussianMechanism mechanism) {
    Loss loss = LinearPredictionLoss.linear(1, 1);
    LpBall ball = ball(task);
    return new Training(NoisyMeanGradient.of(mechanism, task.records(), loss, ball), loss, ball);
  }

  static Training mirror(TrainingTask task, Guarantee target) {
    LinearPredictionLoss loss = task.linearSmoothLoss();
    LpBall ball = ball(task);
    return new Training(
        NoisyMirrorDescent.calibrated(task.records(), loss, ball, target), loss, ball);
  }

  static Training mirrorOfPaper(TrainingTask task, Guarantee target) {
    LinearPredictionLoss loss = task.linearSmoothLoss();
    LpBall ball = ball(task);
    MirrorSchedule paper =
        NoisyMirrorDescent.paperSchedule(
            task.records(), loss, ball, PaperBudget.approximate(target));
    return new Training(NoisyMirrorDescent.of(paper, task.records(), loss, ball), loss, ball);
  }

  static Training frankWolfe(TrainingTask task, Guarantee target) {
    LinearPredictionLoss loss = task.linearSmoothLoss();
    LpBall ball = ball(task);
    return new Training(NoisyFrankWolfe.calibrated(task.records(), loss, ball, target), loss, ball);
  }

  static Training frankWolfeOfPaper(TrainingTask task, Guarantee target) {
    LinearPredictionLoss loss = task.linearSmoothLoss();
    LpBall ball = ball(task);
    return new Training(
        NoisyFrankWolfe.paperSchedule(task.records(), loss, ball, PaperBudget.approximate(target)),
        loss,
        ball);
  }
}
