package org.assay.algorithms.internal.optimize.clipped;

import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.AlgorithmEntry.Calibrated;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** Sets the algorithms of this package up for tasks, with schedules that need no tuning. */
public final class ClippedSetups {
  /** A tenth of the records: many steps see little less noise than with all of them. */
  private static final int BATCHES_OF_AN_EPOCH = 10;

  private ClippedSetups() {}

  /** An algorithm on all records with the noise that a target needs. */
  @FunctionalInterface
  public interface OnAll {
    /** The algorithm. */
    PrivateAlgorithm of(
        ClippedSchedule schedule, int records, Loss loss, EuclideanBall set, Guarantee target);
  }

  /** An algorithm on batches with the noise that a target needs. */
  @FunctionalInterface
  public interface OnBatches {
    /** The algorithm. */
    PrivateAlgorithm of(
        ClippedSchedule schedule,
        int records,
        int batchSize,
        Loss loss,
        EuclideanBall set,
        Guarantee target);
  }

  /** All records in every batch. */
  public static Calibrated onAll(OnAll algorithm) {
    return (task, target) ->
        train(task, target, UntunedSchedule.of(task, NoiseTarget.gaussianMu(target)), algorithm);
  }

  /** Batches of a tenth of the records, drawn in every step. */
  public static Calibrated onSamples(OnBatches algorithm) {
    return onAll(
        (schedule, records, loss, set, target) ->
            algorithm.of(schedule, records, batchSize(records), loss, set, target));
  }

  /** Batches of a tenth of the records, in the same order in every epoch. */
  public static Calibrated inEpochs(OnBatches algorithm) {
    return (task, target) -> {
      int batchSize = batchSize(task.records());
      ClippedSchedule epochs =
          UntunedSchedule.ofEpochs(
              task, NoiseTarget.gaussianMu(target), task.records() / batchSize);
      return train(
          task,
          target,
          epochs,
          (schedule, records, loss, set, wanted) ->
              algorithm.of(schedule, records, batchSize, loss, set, wanted));
    };
  }

  private static Training train(
      TrainingTask task, Guarantee target, ClippedSchedule schedule, OnAll algorithm) {
    Loss loss = task.smoothLoss();
    EuclideanBall set = task.ball();
    return new Training(algorithm.of(schedule, task.records(), loss, set, target), loss, set);
  }

  private static int batchSize(int records) {
    return Math.max(1, records / BATCHES_OF_AN_EPOCH);
  }

  /**
   * Clip norm, steps and step size for a task and a budget, by a rule that looks at no data.
   *
   * <p><em>Clip norm.</em> Half of the longest possible gradient of a classifier, 1/2: a record
   * that is not yet classified, at the origin, has a slope of 1/2 in two classes. For numbers 1/4,
   * an eighth of the range of the labels, which makes a loss like the absolute one far off.
   *
   * <p><em>How far.</em> After T steps of size eta along noise of standard deviation {@code
   * 2C√T/(mu n)} in each of d coordinates, noise alone has moved the parameter by {@code 2 C T eta
   * √d/(mu n)}. It is let to move half of the radius R, whatever the budget: {@code T eta = R mu
   * n/(4 C √d)}.
   *
   * <p><em>How many steps.</em> As many as steps of size 1/beta need, beta the smoothness of a
   * record's loss, but from 10 to 200: fewer follow the curvature badly.
   *
   * <p><em>With momentum.</em> Where 200 such steps go less than half as far, the noise is small
   * and the set wide, as it is for many records whose features were divided by the root of their
   * number. Such features bend the mean loss much less than beta says, and plain steps end far from
   * its minimum. Then 100 steps keep a share g = 9/10 of the last direction, so that each counts
   * 1/(1 - g) fold: {@code T eta/(1 - g) = R mu n/(4 C √d)}. The mean of the last 25 iterates is
   * released. On a quadratic of curvature beta such descent is stable up to {@code eta = 2 (1 +
   * g)/beta}; here eta is at most 2/beta.
   */
  static final class UntunedSchedule {
    private static final double CLIP_NORM_OF_CLASSES = 0.5;
    private static final double CLIP_NORM_OF_NUMBERS = 0.25;
    private static final double NOISE_OVER_RADIUS = 0.5;
    private static final int FEWEST_STEPS = 10;

    private static final int MOST_PLAIN_STEPS = 200;

    /**
     * Without momentum as long as that many times the most steps would do. Where 200 are enough,
     * momentum loses: on breast cancer up to a point, on diabetes up to two per cent of the error.
     */
    private static final double PLAIN_REACH = 2;

    /** As good as 200 or 400 steps on a generated table of 20,000 records and 38 features. */
    private static final int MOMENTUM_STEPS = 100;

    private static final double MOMENTUM = 0.9;

    /** The last quarter of the steps with momentum. */
    private static final int AVERAGED = 25;

    /** The largest step with momentum, in units of 1/beta; stable up to 3.8. */
    private static final double LARGEST_STEP = 2;

    private static final int FEWEST_EPOCHS = 10;
    private static final double CORRELATED_NOISE = 1.3;

    private UntunedSchedule() {}

    /** The schedule for a budget of mu, with the noise of all records in every batch. */
    static ClippedSchedule of(TrainingTask task, double mu) {
      double clipNorm = clipNorm(task);
      double beta = task.smoothLoss().smoothness();
      double perTravel =
          2 * clipNorm * Math.sqrt(task.parameterDimension()) / (mu * task.records());
      double travel = NOISE_OVER_RADIUS * task.radius() / perTravel;
      double plainSteps = Math.max(FEWEST_STEPS, Math.ceil(travel * beta));
      if (plainSteps <= PLAIN_REACH * MOST_PLAIN_STEPS) {
        int steps = (int) Math.min(MOST_PLAIN_STEPS, plainSteps);
        double stepSize = Math.min(travel / steps, 1 / beta);
        return ClippedSchedule.of(steps, stepSize, clipNorm, noise(task, mu, clipNorm, steps));
      }
      double stepSize = Math.min((1 - MOMENTUM) * travel / MOMENTUM_STEPS, LARGEST_STEP / beta);
      double noise = noise(task, mu, clipNorm, MOMENTUM_STEPS);
      return new ClippedSchedule(MOMENTUM_STEPS, stepSize, clipNorm, MOMENTUM, AVERAGED, noise);
    }

    private static double noise(TrainingTask task, double mu, double clipNorm, int steps) {
      return 2 * clipNorm * Math.sqrt(steps) / (mu * task.records());
    }

    /**
     * The same for whole epochs of batches in a fixed order, 10 epochs at least. Over 10 epochs of
     * 10 batches the banded square root's noise moves a parameter 1.28 times as far as that of all
     * records in as many steps, and 1.79 times over a single one. So the budget counts 1.3 times
     * less than there.
     */
    static ClippedSchedule ofEpochs(TrainingTask task, double mu, int batches) {
      ClippedSchedule schedule = of(task, mu / CORRELATED_NOISE);
      int epochs = Math.max(FEWEST_EPOCHS, 1 + (schedule.steps() - 1) / batches);
      int steps = epochs * batches;
      double stepSize = schedule.stepSize() * schedule.steps() / steps;
      return new ClippedSchedule(
          steps,
          stepSize,
          schedule.clipNorm(),
          schedule.momentum(),
          schedule.averaged(),
          schedule.noiseStandardDeviation());
    }

    private static double clipNorm(TrainingTask task) {
      return switch (task.labels()) {
        case SIGNS, CLASSES -> CLIP_NORM_OF_CLASSES;
        case BOUNDED_NUMBERS -> CLIP_NORM_OF_NUMBERS;
      };
    }
  }
}
