package org.assay.algorithms.optimize.perturbation;

import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.optimize.PaperBudget;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** The algorithms of this package, set up for training tasks. */
final class PerturbationSetups {
  /** Certified distance from the minimizer, in units of L/Λ: half of what a record moves it. */
  private static final double FINE = 1e-7;

  private static final double COARSE = 1e-3;

  /** Output noise over the sensitivity that the distance causes. */
  private static final double FINE_MULTIPLIER = 1000;

  private static final double COARSE_MULTIPLIER = 50;

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
    return perturbation(task, target, false).calibrated(task, target);
  }

  static Training exactOfPaper(TrainingTask task, Guarantee target) {
    return perturbation(task, PaperBudget.approximate(target), false).asIs(task);
  }

  static Training approximate(TrainingTask task, Guarantee target) {
    return perturbation(task, target, true).calibrated(task, target);
  }

  static Training approximateOfPaper(TrainingTask task, Guarantee target) {
    return perturbation(task, PaperBudget.approximate(target), true).asIs(task);
  }

  private record Perturbation(ObjectivePerturbation algorithm, LinearPredictionLoss loss) {
    Training calibrated(TrainingTask task, Guarantee target) {
      return new Training(algorithm.calibratedTo(target), loss, task.ball());
    }

    Training asIs(TrainingTask task) {
      return new Training(algorithm, loss, task.ball());
    }
  }

  /**
   * The constants of the paper's Theorems 5.2 and 5.3, with {@code Λ = 2 n lambda}: {@code lambda =
   * (L/R) √(2/n + 4 d ln(1/delta)/(epsilon n)²)}, at least {@code β/(epsilon n)}, and {@code sigma²
   * = 10 L² ln(1/delta)/epsilon²}. For a concentrated target rho stands in for epsilon and 1e-6 for
   * delta, which matters for Λ only.
   */
  private static Perturbation perturbation(TrainingTask task, Guarantee target, boolean coarse) {
    LinearPredictionLoss loss = task.linearSmoothLoss();
    double epsilon = target.accept(new Epsilon());
    double log =
        target
            .asApproximate()
            .map(approximate -> -Math.log(approximate.delta()))
            .orElse(Math.log(1e6));
    double n = task.records();
    double lipschitz = loss.lipschitzConstant();
    double spread = Math.sqrt(2 / n + 4 * task.features() * log / (epsilon * n * epsilon * n));
    double lambda = Math.max(lipschitz / task.radius() * spread, loss.smoothness() / (epsilon * n));
    double regularization = 2 * n * lambda;
    double sigma = lipschitz * Math.sqrt(10 * log) / epsilon;
    double floor =
        PerturbedObjective.attainableDistance(
            task.records(), task.features(), loss, regularization, sigma);
    double wanted = (coarse ? COARSE : FINE) * lipschitz / regularization;
    double tolerance = Math.max(wanted, floor);
    double output = 2 * tolerance * (coarse ? COARSE_MULTIPLIER : FINE_MULTIPLIER);
    PerturbationSchedule schedule =
        new PerturbationSchedule(regularization, sigma, tolerance, output);
    EuclideanBall ball = task.ball();
    return new Perturbation(
        coarse
            ? ObjectivePerturbation.approximate(schedule, loss, ball)
            : ObjectivePerturbation.exact(schedule, loss, ball),
        loss);
  }

  /** What stands for the paper's epsilon; Gaussian targets are refused once they are calibrated. */
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
