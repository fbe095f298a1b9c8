package org.assay.algorithms.internal.optimize.perturbation;

import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.PrivateAlgorithm;

/** Configures the algorithms of this package for a problem and a target guarantee. */
public final class PerturbationSetups {
  /**
   * Certified distance from the minimizer for the exact search, in units of L/Λ, half of the
   * distance that a record moves the minimizer. Not tuned.
   */
  private static final double FINE = 1e-7;

  /** The same distance for the search that stops early. Not tuned. */
  private static final double COARSE = 1e-3;

  /**
   * The mu of the output noise for the exact search, in units of the mu of a Gaussian that meets
   * the target. Not tuned.
   */
  private static final double FINE_SHARE = 0.01;

  /** The same mu for the search that stops early. Not tuned. */
  private static final double COARSE_SHARE = 0.1;

  /** The share of a budget for the curvature. Not tuned. */
  private static final double CURVATURE_SHARE = 0.25;

  /** Λ in units of the perturbation's typical length over the radius. Not tuned. */
  private static final double LENGTH_SHARE = 1.25;

  private PerturbationSetups() {}

  /** Minibatch noisy SGD with the paper's schedule. */
  public static PrivateAlgorithm minibatchOfPaper(
      int records, Loss loss, ConstraintSet set, Guarantee target) {
    return MinibatchNoisySgd.of(
        MinibatchNoisySgd.paperSchedule(records, loss, set, PaperBudget.approximate(target)),
        records,
        loss,
        set);
  }

  /** Minibatch noisy SGD on the Moreau envelope with the paper's schedule. */
  public static PrivateAlgorithm proxOfPaper(
      int records, LinearPredictionLoss loss, ConstraintSet set, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    MoreauEnvelope envelope = NoisyProxGradient.paperEnvelope(records, loss, set, promised);
    MinibatchSchedule paper = MinibatchNoisySgd.paperSchedule(records, envelope, set, promised);
    return NoisyProxGradient.of(paper, records, envelope, set);
  }

  /** Objective perturbation with the minimizer as exact as doubles allow. */
  public static PrivateAlgorithm exact(
      int records, LinearPredictionLoss loss, EuclideanBall ball, Guarantee target) {
    return calibrated(records, loss, ball, target, false);
  }

  /** Objective perturbation with the exact minimizer and the paper's noise. */
  public static PrivateAlgorithm exactOfPaper(
      int records, LinearPredictionLoss loss, EuclideanBall ball, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    double regularization = regularizationOfPaper(records, loss, ball, promised);
    double sigma = noiseOfPaper(loss, promised);
    double tolerance = tolerance(records, loss, ball, regularization, sigma, FINE);
    double output = outputNoise(ball, promised, regularization, sigma, tolerance, FINE_SHARE);
    return ObjectivePerturbation.exact(
        new PerturbationSchedule(regularization, sigma, tolerance, output), loss, ball);
  }

  /** Objective perturbation with SVRG stopped early. */
  public static PrivateAlgorithm approximate(
      int records, LinearPredictionLoss loss, EuclideanBall ball, Guarantee target) {
    return calibrated(records, loss, ball, target, true);
  }

  /**
   * Objective perturbation with SVRG stopped early and the paper's noise, {@code sigma_2² = 40 α
   * ln(1/delta)/(lambda epsilon²)} where the solver's value exceeds the smallest one by at most α.
   * As {@code lambda |w|²} is 2 lambda-strongly convex, α/lambda is the square of the distance that
   * is certified.
   */
  public static PrivateAlgorithm approximateOfPaper(
      int records, LinearPredictionLoss loss, EuclideanBall ball, Guarantee target) {
    Guarantee.Approximate promised = PaperBudget.approximate(target);
    double regularization = regularizationOfPaper(records, loss, ball, promised);
    double sigma = noiseOfPaper(loss, promised);
    double tolerance = tolerance(records, loss, ball, regularization, sigma, COARSE);
    double output = tolerance * Math.sqrt(-40 * Math.log(promised.delta())) / promised.epsilon();
    return ObjectivePerturbation.approximate(
        new PerturbationSchedule(regularization, sigma, tolerance, output), loss, ball);
  }

  /**
   * The paper's Λ = 2 n lambda of Theorem 5.3: {@code lambda = (L/R) √(2/n + 4 d
   * ln(1/delta)/(epsilon n)²)}, at least {@code β/(epsilon n)}.
   */
  private static double regularizationOfPaper(
      int records, LinearPredictionLoss loss, EuclideanBall ball, Guarantee.Approximate target) {
    double n = records;
    double epsilon = target.epsilon();
    double log = -Math.log(target.delta());
    double spread = Math.sqrt(2 / n + 4 * ball.dimension() * log / (epsilon * n * epsilon * n));
    double least = loss.smoothness() / (epsilon * n);
    return 2 * n * Math.max(loss.lipschitzConstant() / ball.radius() * spread, least);
  }

  /** The noise of Theorem 5.2: {@code sigma² = 10 L² ln(1/delta)/epsilon²}. */
  private static double noiseOfPaper(LinearPredictionLoss loss, Guarantee.Approximate target) {
    return loss.lipschitzConstant() * Math.sqrt(-10 * Math.log(target.delta())) / target.epsilon();
  }

  /**
   * The algorithm with the smallest perturbation for a target. The regularization depends on public
   * numbers only. It is the smallest for which the curvature takes at most {@link #CURVATURE_SHARE}
   * of epsilon, or of rho, and the perturbation alone does not drive the minimizer out of the set.
   */
  private static PrivateAlgorithm calibrated(
      int records,
      LinearPredictionLoss loss,
      EuclideanBall ball,
      Guarantee target,
      boolean coarse) {
    double sigma = 2 * loss.lipschitzConstant() / mu(target);
    double forCurvature =
        loss.smoothness() / Math.expm1(CURVATURE_SHARE * target.accept(new Epsilon()));
    double forLength = LENGTH_SHARE * sigma * Math.sqrt(ball.dimension()) / ball.radius();
    double regularization = Math.max(forCurvature, forLength);
    double tolerance =
        tolerance(records, loss, ball, regularization, sigma, coarse ? COARSE : FINE);
    double share = coarse ? COARSE_SHARE : FINE_SHARE;
    double output = outputNoise(ball, target, regularization, sigma, tolerance, share);
    PerturbationSchedule schedule =
        new PerturbationSchedule(regularization, sigma, tolerance, output);
    ObjectivePerturbation algorithm =
        coarse
            ? ObjectivePerturbation.approximate(schedule, loss, ball)
            : ObjectivePerturbation.exact(schedule, loss, ball);
    return algorithm.calibratedTo(target);
  }

  /** Approximately the mu of a Gaussian mechanism that meets a target. */
  private static double mu(Guarantee target) {
    return Math.sqrt(2 * PaperBudget.rho(target));
  }

  private static double tolerance(
      int records,
      LinearPredictionLoss loss,
      EuclideanBall ball,
      double regularization,
      double sigma,
      double part) {
    double floor =
        PerturbedObjective.attainableDistance(
            records, ball.dimension(), loss, regularization, sigma);
    return Math.max(part * loss.lipschitzConstant() / regularization, floor);
  }

  /** Output noise for a share of the target's mu and two points at twice the certified distance. */
  private static double outputNoise(
      EuclideanBall ball,
      Guarantee target,
      double regularization,
      double sigma,
      double tolerance,
      double share) {
    double distance =
        ObjectivePerturbation.distance(tolerance, sigma, regularization, ball.dimension());
    return 2 * distance / (share * mu(target));
  }

  /**
   * The number that takes the place of epsilon; Gaussian targets are refused later, by the
   * calibration.
   */
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
