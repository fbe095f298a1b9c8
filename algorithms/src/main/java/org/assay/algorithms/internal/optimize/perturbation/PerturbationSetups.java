package org.assay.algorithms.internal.optimize.perturbation;

import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** The algorithms of this package, set up for training tasks. */
final class PerturbationSetups {
  /** Certified distance from the minimizer, in units of L/Λ: half of what a record moves it. */
  private static final double FINE = 1e-7;

  private static final double COARSE = 1e-3;

  /** The mu of the output noise, in units of that of a Gaussian that meets the target. */
  private static final double FINE_SHARE = 0.01;

  private static final double COARSE_SHARE = 0.1;

  /** The share of a budget that may go to the curvature. */
  private static final double CURVATURE_SHARE = 0.25;

  /** Λ in units of the perturbation's typical length over the radius. */
  private static final double LENGTH_SHARE = 1.25;

  private PerturbationSetups() {}

  static Training minibatch(TrainingTask task, Guarantee target) {
    Loss loss = task.smoothLoss();
    EuclideanBall ball = task.ball();
    return new Training(
        MinibatchNoisySgd.calibrated(task.records(), loss, ball, target), loss, ball);
  }

  static Training minibatchOfPaper(TrainingTask task, Guarantee target) {
    Loss loss = task.smoothLoss();
    EuclideanBall ball = task.ball();
    MinibatchSchedule paper =
        MinibatchNoisySgd.paperSchedule(
            task.records(), loss, ball, PaperBudget.approximate(target));
    return new Training(MinibatchNoisySgd.of(paper, task.records(), loss, ball), loss, ball);
  }

  static Training prox(TrainingTask task, Guarantee target) {
    LinearPredictionLoss loss = task.lossWithKinks();
    EuclideanBall ball = task.ball();
    return new Training(
        NoisyProxGradient.calibrated(task.records(), loss, ball, target), loss, ball);
  }

  static Training proxOfPaper(TrainingTask task, Guarantee target) {
    LinearPredictionLoss loss = task.lossWithKinks();
    EuclideanBall ball = task.ball();
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    MoreauEnvelope envelope = NoisyProxGradient.paperEnvelope(task.records(), loss, ball, promised);
    MinibatchSchedule paper =
        MinibatchNoisySgd.paperSchedule(task.records(), envelope, ball, promised);
    return new Training(NoisyProxGradient.of(paper, task.records(), envelope, ball), loss, ball);
  }

  static Training exact(TrainingTask task, Guarantee target) {
    return calibrated(task, target, false);
  }

  static Training exactOfPaper(TrainingTask task, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    LinearPredictionLoss loss = task.linearSmoothLoss();
    double regularization = regularizationOfPaper(task, loss, promised);
    double sigma = noiseOfPaper(loss, promised);
    double tolerance = tolerance(task, loss, regularization, sigma, FINE);
    double output = outputNoise(task, promised, regularization, sigma, tolerance, FINE_SHARE);
    return training(
        task, new PerturbationSchedule(regularization, sigma, tolerance, output), loss, false);
  }

  static Training approximate(TrainingTask task, Guarantee target) {
    return calibrated(task, target, true);
  }

  /**
   * With {@code sigma_2² = 40 α ln(1/delta)/(lambda epsilon²)}, where the solver's value exceeds
   * the smallest one by at most α; as {@code lambda |w|²} is 2 lambda-strongly convex, α/lambda is
   * the square of the distance that is certified.
   */
  static Training approximateOfPaper(TrainingTask task, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    LinearPredictionLoss loss = task.linearSmoothLoss();
    double regularization = regularizationOfPaper(task, loss, promised);
    double sigma = noiseOfPaper(loss, promised);
    double tolerance = tolerance(task, loss, regularization, sigma, COARSE);
    double output = tolerance * Math.sqrt(-40 * Math.log(promised.delta())) / promised.epsilon();
    return training(
        task, new PerturbationSchedule(regularization, sigma, tolerance, output), loss, true);
  }

  private static Training training(
      TrainingTask task, PerturbationSchedule schedule, LinearPredictionLoss loss, boolean coarse) {
    return new Training(algorithm(task, schedule, loss, coarse), loss, task.ball());
  }

  private static ObjectivePerturbation algorithm(
      TrainingTask task, PerturbationSchedule schedule, LinearPredictionLoss loss, boolean coarse) {
    return coarse
        ? ObjectivePerturbation.approximate(schedule, loss, task.ball())
        : ObjectivePerturbation.exact(schedule, loss, task.ball());
  }

  /**
   * The paper's Λ = 2 n lambda of Theorem 5.3: {@code lambda = (L/R) √(2/n + 4 d
   * ln(1/delta)/(epsilon n)²)}, at least {@code β/(epsilon n)}.
   */
  private static double regularizationOfPaper(
      TrainingTask task, LinearPredictionLoss loss, Guarantee.Approximate target) {
    double n = task.records();
    double epsilon = target.epsilon();
    double log = -Math.log(target.delta());
    double spread = Math.sqrt(2 / n + 4 * task.features() * log / (epsilon * n * epsilon * n));
    double least = loss.smoothness() / (epsilon * n);
    return 2 * n * Math.max(loss.lipschitzConstant() / task.radius() * spread, least);
  }

  /** Theorem 5.2: {@code sigma² = 10 L² ln(1/delta)/epsilon²}. */
  private static double noiseOfPaper(LinearPredictionLoss loss, Guarantee.Approximate target) {
    return loss.lipschitzConstant() * Math.sqrt(-10 * Math.log(target.delta())) / target.epsilon();
  }

  /**
   * The least perturbation for a target, its regularization a function of what is public: as little
   * as lets the curvature take {@link #CURVATURE_SHARE} of epsilon, or of rho, and not so little
   * that the perturbation alone drives the minimizer out of the set.
   */
  private static Training calibrated(TrainingTask task, Guarantee target, boolean coarse) {
    LinearPredictionLoss loss = task.linearSmoothLoss();
    double sigma = 2 * loss.lipschitzConstant() / mu(target);
    double forCurvature =
        loss.smoothness() / Math.expm1(CURVATURE_SHARE * target.accept(new Epsilon()));
    double forLength = LENGTH_SHARE * sigma * Math.sqrt(task.features()) / task.radius();
    double regularization = Math.max(forCurvature, forLength);
    double tolerance = tolerance(task, loss, regularization, sigma, coarse ? COARSE : FINE);
    double share = coarse ? COARSE_SHARE : FINE_SHARE;
    double output = outputNoise(task, target, regularization, sigma, tolerance, share);
    PerturbationSchedule schedule =
        new PerturbationSchedule(regularization, sigma, tolerance, output);
    ObjectivePerturbation algorithm = algorithm(task, schedule, loss, coarse);
    return new Training(algorithm.calibratedTo(target), loss, task.ball());
  }

  /** About the mu of a Gaussian mechanism that meets a target. */
  private static double mu(Guarantee target) {
    return Math.sqrt(2 * PaperBudget.rho(target));
  }

  private static double tolerance(
      TrainingTask task,
      LinearPredictionLoss loss,
      double regularization,
      double sigma,
      double part) {
    double floor =
        PerturbedObjective.attainableDistance(
            task.records(), task.features(), loss, regularization, sigma);
    return Math.max(part * loss.lipschitzConstant() / regularization, floor);
  }

  /** Noise of a share of the target's mu, for points that are twice the distance apart. */
  private static double outputNoise(
      TrainingTask task,
      Guarantee target,
      double regularization,
      double sigma,
      double tolerance,
      double share) {
    double distance =
        ObjectivePerturbation.distance(tolerance, sigma, regularization, task.features());
    return 2 * distance / (share * mu(target));
  }

  /** What stands for epsilon; Gaussian targets are refused once they are calibrated. */
  private static final class Epsilon extends DefaultGuaranteeVisitor<Double> {
    @Override
    public Double visitApproximate(Guarantee.Approximate target) {
      return target.epsilon();
    }

    @Override
    public Double visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
      return target.rho();
    }

    @Override
    protected Double visitOther(Guarantee target) {
      return 1.0;
    }
  }
}
