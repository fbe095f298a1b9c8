package org.assay.algorithms.internal.optimize.kl;

import java.util.Optional;
import java.util.function.DoubleFunction;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.TaskProblem;
import org.assay.algorithms.internal.optimize.TaskProblem.Family;
import org.assay.algorithms.internal.optimize.TaskProblem.ParameterFamily;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.TrainingTask;

/**
 * Configures the algorithms of this package for a problem and a target guarantee. A regularizer
 * {@code |w|²/20} makes tasks satisfy the condition with exponent 2; no guarantee rests on the
 * condition.
 */
public final class KlSetups {
  /** Weight of the regularizer {@code |w|²/2}. Not tuned. */
  private static final double REGULARIZATION = 0.1;

  /** Probability that a utility bound fails. Not tuned. */
  private static final double FAILURE = 0.1;

  /** Largest number of iterates of noisy descent with a regularizer. Not tuned: bounds time. */
  private static final int MOST_ITERATES = 100;

  /** Largest number of iterates of a round of the proximal point method. Not tuned: bounds time. */
  private static final int MOST_ITERATES_OF_A_ROUND = 20;

  private KlSetups() {}

  /** The smooth loss with the regularizer. */
  public static TaskProblem<Loss, EuclideanBall> regularized(TrainingTask task) {
    return TaskProblem.regularized(task, REGULARIZATION);
  }

  /** The paper's schedule for the largest rho whose true cost meets the target. */
  public static Family<Loss, ConstraintSet> calibrated(ParameterFamily ofRho) {
    return (records, loss, set, target) -> {
      // The search is in units of the paper's noise, which is near the answer: a much smaller rho
      // may be too small to run with.
      double rho = PaperBudget.rho(target);
      DoubleFunction<PrivateAlgorithm> ofNoise =
          noise -> ofRho.of(records, rho / (noise * noise), loss, set);
      return ofNoise.apply(
          NoiseTarget.smallestNoise(target, noise -> ofNoise.apply(noise).event()));
    };
  }

  /** The paper's schedule for the rho of the target in the paper's convention. */
  public static Family<Loss, ConstraintSet> asPrinted(ParameterFamily ofRho) {
    return (records, loss, set, target) -> ofRho.of(records, PaperBudget.rho(target), loss, set);
  }

  /** KL Spider. */
  public static PrivateAlgorithm spider(int n, double rho, Loss loss, ConstraintSet set) {
    return KlSpider.paperSchedule(problem(n, loss, set), rho, FAILURE);
  }

  /** The proximal point method. */
  public static PrivateAlgorithm proximalPoint(int n, double rho, Loss loss, ConstraintSet set) {
    return ProximalPoint.paperSchedule(
        problem(n, loss, set), rho, FAILURE, REGULARIZATION, MOST_ITERATES_OF_A_ROUND);
  }

  /** Noisy gradient descent with a regularizer. */
  public static PrivateAlgorithm regularizedDescent(
      int n, double rho, Loss loss, ConstraintSet set) {
    return RegularizedNoisyGd.paperSchedule(
        n, rho, FAILURE, REGULARIZATION / 2, MOST_ITERATES, loss, set);
  }

  /** Adaptive noisy gradient descent with a filter. */
  public static PrivateAlgorithm adaptive(int n, double rho, Loss loss, ConstraintSet set) {
    return AdaptiveNoisyGd.of(n, rho, FAILURE, loss, set);
  }

  /** Adaptive noisy gradient descent with the paper's stopping rule. */
  public static PrivateAlgorithm adaptiveAsPrinted(
      int n, double rho, Loss loss, ConstraintSet set) {
    return AdaptiveNoisyGd.paperSchedule(n, rho, FAILURE, loss, set);
  }

  /**
   * Adaptive noisy gradient descent that releases a chosen iterate, where that is the algorithm.
   *
   * @param entry an algorithm
   * @return the algorithm with the selection of Theorem 5; none if the algorithm has none
   */
  public static Optional<AlgorithmEntry> selecting(AlgorithmEntry entry) {
    return entry.id().equals("adaptive-noisy-gd")
        ? Optional.of(
            entry.with(
                "a chosen iterate",
                TaskProblem.solvedBy(KlSetups::regularized, calibrated(KlSetups::selected)),
                TaskProblem.solvedBy(
                    KlSetups::regularized, asPrinted(KlSetups::selectedAsPrinted))))
        : Optional.empty();
  }

  private static PrivateAlgorithm selected(int n, double rho, Loss loss, ConstraintSet set) {
    return AdaptiveNoisyGd.of(n, rho, FAILURE, loss, set).withSelection();
  }

  private static PrivateAlgorithm selectedAsPrinted(
      int n, double rho, Loss loss, ConstraintSet set) {
    return AdaptiveNoisyGd.paperSchedule(n, rho, FAILURE, loss, set).withSelection();
  }

  /** Strong convexity m is the KL condition with gamma = 1/√(2m); losses at the origin are ≤ 1. */
  private static KlProblem problem(int records, Loss loss, ConstraintSet set) {
    double gamma = 1 / Math.sqrt(2 * loss.strongConvexity());
    double most = gamma * loss.lipschitzConstant();
    return new KlProblem(records, loss, set, Math.min(1, most * most), gamma, 2);
  }
}
