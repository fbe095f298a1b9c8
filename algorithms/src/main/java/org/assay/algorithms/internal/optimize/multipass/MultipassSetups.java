package org.assay.algorithms.internal.optimize.multipass;

import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.TaskProblem;
import org.assay.algorithms.internal.optimize.TaskProblem.Family;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.AlgorithmEntry.Calibrated;
import org.assay.algorithms.run.TrainingTask;

/**
 * Configures multipass noisy SGD for tasks: twenty epochs of batches of a tenth of the records, a
 * choice that does not depend on data and is not tuned.
 */
public final class MultipassSetups {
  /** Number of batches of an epoch. Not tuned. */
  private static final int BATCHES_OF_AN_EPOCH = 10;

  /** Number of epochs. Not tuned. */
  private static final int EPOCHS = 20;

  /** The p of the balls of {@link #onLpBall} where none is asked for. Not tuned. */
  private static final double ORDER = 4;

  private MultipassSetups() {}

  /**
   * A schedule without its noise, with steps of size 1. Cyclic batches make whole epochs, so few
   * records, which are no multiple of ten, take more steps.
   */
  private static NoisySgdSchedule schedule(NoisySgdSampling batches, int records) {
    int batchSize = Math.max(1, records / BATCHES_OF_AN_EPOCH);
    boolean cyclic = batches == NoisySgdSampling.CYCLIC;
    int steps = EPOCHS * (cyclic ? records / batchSize : BATCHES_OF_AN_EPOCH);
    return new NoisySgdSchedule(batches, records, batchSize, steps, 1, 1);
  }

  /**
   * The step size {@code D / √(T (L² + d noise²))} that balances distance and noise in the standard
   * analysis of averaged steps. It is at most the largest step size at which steps contract.
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
    return calibrated(NoisySgdSampling.FIXED_SIZE, records, loss, set, target);
  }

  private static MultipassNoisySgd calibrated(
      NoisySgdSampling batches, int records, Loss loss, ConstraintSet set, Guarantee target) {
    // Iteration bounds need the step size, which needs the noise; composition provides a first
    // value of the noise.
    NoisySgdSchedule first =
        new NoisySgdCalibration(schedule(batches, records), loss, set).composed(target);
    NoisySgdSchedule stepped = first.withStepSize(stepSize(first, loss, set));
    NoisySgdSchedule best = new NoisySgdCalibration(stepped, loss, set).calibrated(target);
    return MultipassNoisySgd.of(best, loss, set);
  }

  /** The algorithm with the paper's noise for the target. */
  public static MultipassNoisySgd paperSchedule(
      int records, Loss loss, ConstraintSet set, Guarantee target) {
    NoisySgdSchedule drawn = schedule(NoisySgdSampling.FIXED_SIZE, records);
    NoisySgdSchedule first =
        new NoisySgdCalibration(drawn, loss, set).composedPaperSchedule(target);
    NoisySgdSchedule stepped = first.withStepSize(stepSize(first, loss, set));
    NoisySgdSchedule paper = new NoisySgdCalibration(stepped, loss, set).paperSchedule(target);
    return MultipassNoisySgd.of(paper, loss, set);
  }

  /**
   * An algorithm of this package with batches that are chosen in another way.
   *
   * @param id the name of the algorithm
   * @param batches fixed-size, Poisson or cyclic; full batches take no part of the records
   * @return what sets it up, calibrated; none if no algorithm here has the name
   */
  public static Optional<Calibrated> sampled(String id, NoisySgdSampling batches) {
    Family<Loss, ConstraintSet> family =
        (records, loss, set, target) -> calibrated(batches, records, loss, set, target);
    return switch (id) {
      case "noisy-sgd" -> Optional.of(TaskProblem.solvedBy(TaskProblem::smooth, family));
      case "strongly-convex-noisy-sgd" ->
          Optional.of(TaskProblem.solvedBy(MultipassSetups::regularized, family));
      case "random-walk" -> Optional.of(TaskProblem.solvedBy(MultipassSetups::linear, family));
      case "multipass-noisy-sgd-lp" ->
          Optional.of(TaskProblem.solvedBy(MultipassSetups::onLpBall, family));
      default -> Optional.empty();
    };
  }

  /** The smooth loss with a regularizer that adds at most 1/√n to the gradients. */
  public static TaskProblem<Loss, EuclideanBall> regularized(TrainingTask task) {
    return TaskProblem.regularized(task, 1 / (task.radius() * Math.sqrt(task.records())));
  }

  /** The linear loss. */
  public static TaskProblem<LinearPredictionLoss, EuclideanBall> linear(TrainingTask task) {
    return new TaskProblem<>(task.records(), task.linearLoss(), task.ball());
  }

  /** The smooth loss on the ball of p = 4 or another, whose coordinates may all be large. */
  public static TaskProblem<LinearPredictionLoss, LpBall> onLpBall(TrainingTask task) {
    double order = task.ballIndex().orElse(ORDER);
    if (!(order > 2)) {
      throw new InvalidParameterException(
          "ballIndex",
          "was " + order + ": it must be above 2; for smaller ones take noisy-mirror-descent");
    }
    LpBall ball = LpNoisySgd.ball(task.features(), order, task.radius());
    return new TaskProblem<>(task.records(), task.linearSmoothLoss(ball.diameter() / 2), ball);
  }

  /**
   * The noise of multipass noisy gradient descent for a target guarantee.
   *
   * @param schedule the schedule whose noise is to be set
   * @param loss the loss
   * @param set the set of parameters
   */
  record NoisySgdCalibration(NoisySgdSchedule schedule, Loss loss, ConstraintSet set) {
    /** Constant of [@AltschulerTalwar2022], Lemma 2.12, for noise that is not split into parts. */
    private static final double COMPOSITION_CONSTANT = 8;

    /** Constant of Theorem 3.1 of the same paper, with its proof repaired. */
    private static final double ITERATION_CONSTANT = 4;

    /**
     * The schedule with the smallest noise that is known to meet the target, in a search from the
     * schedule's own noise.
     */
    NoisySgdSchedule calibrated(Guarantee target) {
      return times(
          NoiseTarget.smallestNoise(
              target, factor -> NoisySgdEvents.lastIterate(times(factor), loss, set)));
    }

    private NoisySgdSchedule times(double factor) {
      return schedule.withNoise(factor * schedule.noise());
    }

    /** The schedule with the least noise for which composition alone meets the target. */
    NoisySgdSchedule composed(Guarantee target) {
      return withMultiplier(NoiseTarget.smallestNoise(target, this::composition));
    }

    private DpEvent composition(double multiplier) {
      return NoisySgdEvents.composition(withMultiplier(multiplier), loss);
    }

    /**
     * The schedule with noise in units of the change of a batch's mean gradient by a replaced
     * record.
     */
    private NoisySgdSchedule withMultiplier(double multiplier) {
      return schedule.withNoise(
          multiplier * 2 * schedule.gradientBound(loss) / schedule.batchSize());
    }

    /**
     * The noise for which [@AltschulerTalwar2022], Theorem 3.1 (5.1 where losses are strongly
     * convex), with the constants of its proof, bounds the Rényi divergence of every order in its
     * range by that order times rho. The range ends at a small order if the noise is small, and is
     * not checked: the event states the true cost.
     */
    NoisySgdSchedule paperSchedule(Guarantee target) {
      return withVariance(Math.min(paperComposition(), plateau()), target);
    }

    /** The paper's schedule by composition only, for any step size. */
    NoisySgdSchedule composedPaperSchedule(Guarantee target) {
      return withVariance(paperComposition(), target);
    }

    private NoisySgdSchedule withVariance(double variance, Guarantee target) {
      return schedule.withNoise(Math.sqrt(variance / PaperBudget.rho(target)));
    }

    private double perRecord() {
      return schedule.gradientBound(loss) / schedule.records();
    }

    private double paperComposition() {
      return COMPOSITION_CONSTANT * perRecord() * perRecord() * schedule.steps();
    }

    private double plateau() {
      double perRecord = perRecord();
      double contraction =
          Math.max(
              Math.abs(1 - schedule.stepSize() * loss.strongConvexity()),
              Math.abs(1 - schedule.stepSize() * loss.smoothness()));
      double crossings = set.diameter() / (schedule.stepSize() * perRecord);
      return contraction < 1
          ? COMPOSITION_CONSTANT
              * perRecord
              * perRecord
              * Math.max(1, Math.log(crossings))
              / -Math.log(contraction)
          : ITERATION_CONSTANT * perRecord * set.diameter() / schedule.stepSize();
    }
  }
}
