package org.assay.algorithms.internal.optimize.kl;

import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/**
 * The registry's entries for optimization under the KL (Kurdyka-Łojasiewicz) condition. Tasks are
 * made to satisfy the condition with exponent 2 by a regularizer {@code |w|²/20}; none of the
 * guarantees rests on it.
 */
public final class KlEntries {
  private static final double REGULARIZATION = 0.1;
  private static final double FAILURE = 0.1;
  private static final int MOST_ITERATES = 100;
  private static final int MOST_ITERATES_OF_A_ROUND = 20;

  private static final String GRADIENTS =
      "gradients of the loss are bounded on the set (records checked, proved for the losses that"
          + " ship)";
  private static final String SMOOTH = "the loss is smooth with the constant it states (proved)";
  private static final Set<TrainingTask.Labels> BOTH = TrainingTask.Labels.ofOnePrediction();

  private KlEntries() {}

  /**
   * The algorithms of this package.
   *
   * @return one entry for each
   */
  public static List<AlgorithmEntry> entries() {
    return List.of(spider(), proximalPoint(), regularized(), adaptive());
  }

  private static AlgorithmEntry spider() {
    return entry(
        "kl-spider",
        17,
        "KL Spider",
        "[@MenartEtAl2023], Algorithm 1 and Theorem 1",
        "Composition of all gradients and differences that a run can measure. The paper's rho is"
            + " refuted: replacing a record moves gradients by 2L/n, and a run costs up to 2.25"
            + " rho.",
        List.of(GRADIENTS, SMOOTH),
        new Family() {
          @Override
          public Loss loss(TrainingTask task, EuclideanBall ball) {
            return regularizedLoss(task, ball);
          }

          @Override
          public PrivateAlgorithm algorithm(int n, double rho, Loss loss, EuclideanBall ball) {
            return KlSpider.paperSchedule(problem(n, loss, ball), rho, FAILURE);
          }
        });
  }

  private static AlgorithmEntry proximalPoint() {
    return entry(
        "proximal-point",
        18,
        "Private proximal point method",
        "[@MenartEtAl2023], Algorithm 2",
        "Composition of all gradients of all rounds: at most half of the paper's rho.",
        List.of(GRADIENTS),
        new Family() {
          @Override
          public Loss loss(TrainingTask task, EuclideanBall ball) {
            return regularizedLoss(task, ball);
          }

          @Override
          public PrivateAlgorithm algorithm(int n, double rho, Loss loss, EuclideanBall ball) {
            return ProximalPoint.paperSchedule(
                problem(n, loss, ball), rho, FAILURE, REGULARIZATION, MOST_ITERATES_OF_A_ROUND);
          }
        });
  }

  private static AlgorithmEntry regularized() {
    return entry(
        "regularized-noisy-gd",
        19,
        "Noisy gradient descent for regularized Lipschitz losses",
        "[@MenartEtAl2023], Algorithm 4 and Theorem 9",
        "Composition of all gradients: about half of the paper's rho.",
        List.of(GRADIENTS),
        new Family() {
          @Override
          public Loss loss(TrainingTask task, EuclideanBall ball) {
            return task.smoothLoss();
          }

          @Override
          public PrivateAlgorithm algorithm(int n, double rho, Loss loss, EuclideanBall ball) {
            return RegularizedNoisyGd.paperSchedule(
                n, rho, FAILURE, REGULARIZATION / 2, MOST_ITERATES, loss, ball);
          }
        });
  }

  private static AlgorithmEntry adaptive() {
    Family printed = new AdaptiveFamily(false);
    AlgorithmEntry entry =
        entry(
            "adaptive-noisy-gd",
            20,
            "Adaptive noisy gradient descent",
            "[@MenartEtAl2023], Algorithm 3 and Theorem 3",
            "A privacy filter refuses measurements beyond the budget. The paper's rho is refuted for"
                + " its own stopping rule, which spends up to 3 rho/2 + 2 √rho/n.",
            List.of(GRADIENTS, SMOOTH),
            new AdaptiveFamily(true));
    return new AlgorithmEntry(
        entry.id(),
        entry.number(),
        entry.title(),
        entry.source(),
        entry.guarantee(),
        entry.preconditions(),
        entry.labels(),
        entry.calibrated(),
        (task, target) -> train(task, printed, PaperBudget.rho(target)));
  }

  private record AdaptiveFamily(boolean filtered) implements Family {
    @Override
    public Loss loss(TrainingTask task, EuclideanBall ball) {
      return regularizedLoss(task, ball);
    }

    @Override
    public PrivateAlgorithm algorithm(int n, double rho, Loss loss, EuclideanBall ball) {
      return filtered
          ? AdaptiveNoisyGd.of(n, rho, FAILURE, loss, ball)
          : AdaptiveNoisyGd.paperSchedule(n, rho, FAILURE, loss, ball);
    }
  }

  /** An algorithm for every value of the paper's rho. */
  private interface Family {
    Loss loss(TrainingTask task, EuclideanBall ball);

    PrivateAlgorithm algorithm(int records, double rho, Loss loss, EuclideanBall ball);
  }

  private static AlgorithmEntry entry(
      String id,
      int number,
      String title,
      String source,
      String guarantee,
      List<String> preconditions,
      Family family) {
    return new AlgorithmEntry(
        id,
        number,
        title,
        source,
        guarantee,
        preconditions,
        BOTH,
        (task, target) -> calibrated(task, family, target),
        (task, target) -> train(task, family, PaperBudget.rho(target)));
  }

  /** The paper's schedule for the largest rho whose true cost meets the target. */
  private static Training calibrated(TrainingTask task, Family family, Guarantee target) {
    EuclideanBall ball = task.ball();
    Loss loss = family.loss(task, ball);
    // In units of the paper's noise, which is near: much less rho may not be enough to gain by.
    double rho = PaperBudget.rho(target);
    DoubleFunction<PrivateAlgorithm> ofNoise =
        noise -> family.algorithm(task.records(), rho / (noise * noise), loss, ball);
    double noise = NoiseTarget.smallestNoise(target, s -> ofNoise.apply(s).event());
    return new Training(ofNoise.apply(noise), loss, ball);
  }

  private static Training train(TrainingTask task, Family family, double rho) {
    EuclideanBall ball = task.ball();
    Loss loss = family.loss(task, ball);
    return new Training(family.algorithm(task.records(), rho, loss, ball), loss, ball);
  }

  private static Loss regularizedLoss(TrainingTask task, EuclideanBall ball) {
    return RegularizedLoss.over(
        task.smoothLoss(), REGULARIZATION, new double[ball.dimension()], ball);
  }

  /** Strong convexity m is the KL condition with gamma = 1/√(2m); losses at the origin are ≤ 1. */
  private static KlProblem problem(int records, Loss loss, EuclideanBall ball) {
    double gamma = 1 / Math.sqrt(2 * loss.strongConvexity());
    double most = gamma * loss.lipschitzConstant();
    return new KlProblem(records, loss, ball, Math.min(1, most * most), gamma, 2);
  }
}
