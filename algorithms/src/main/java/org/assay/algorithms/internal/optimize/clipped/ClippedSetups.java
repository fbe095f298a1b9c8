package org.assay.algorithms.internal.optimize.clipped;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
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
    return onAll(algorithm, ScheduleChange.NONE);
  }

  private static Calibrated onAll(OnAll algorithm, ScheduleChange change) {
    return (task, target) ->
        train(
            task,
            target,
            change,
            UntunedSchedule.of(task, change.budget(NoiseTarget.gaussianMu(target))),
            algorithm);
  }

  /** Batches of a tenth of the records, drawn in every step. */
  public static Calibrated onSamples(OnBatches algorithm) {
    return onSamples(algorithm, ScheduleChange.NONE);
  }

  private static Calibrated onSamples(OnBatches algorithm, ScheduleChange change) {
    return onAll(
        (schedule, records, loss, set, target) ->
            algorithm.of(schedule, records, change.batchSize(records), loss, set, target),
        change);
  }

  /** Batches of a tenth of the records, in the same order in every epoch. */
  public static Calibrated inEpochs(OnBatches algorithm) {
    return inEpochs(algorithm, ScheduleChange.NONE);
  }

  private static Calibrated inEpochs(OnBatches algorithm, ScheduleChange change) {
    return (task, target) -> {
      int batchSize = change.batchSize(task.records());
      DpSgd.requireBatchSize(task.records(), batchSize);
      ClippedSchedule epochs =
          UntunedSchedule.ofEpochs(
              task, change.budget(NoiseTarget.gaussianMu(target)), task.records() / batchSize);
      return train(
          task,
          target,
          change,
          epochs,
          (schedule, records, loss, set, wanted) ->
              algorithm.of(schedule, records, batchSize, loss, set, wanted));
    };
  }

  /**
   * An algorithm of this package by a schedule of which parts are given.
   *
   * @param id its name
   * @param change what is given
   * @return what sets it up, calibrated as without a change; none if no algorithm here has the name
   * @throws IllegalArgumentException if batches are given to an algorithm on all records
   */
  public static Optional<Calibrated> changed(String id, ScheduleChange change) {
    return switch (id) {
      case "dp-gradient-descent" -> {
        change.requireNoBatches(id);
        yield Optional.of(onAll(DpGradientDescent::calibrated, change));
      }
      case "dp-sgd" -> Optional.of(onSamples(DpSgd::calibrated, change));
      case "dp-ftrl" -> Optional.of(inEpochs(DpFtrl::calibrated, change));
      default -> Optional.empty();
    };
  }

  private static Training train(
      TrainingTask task,
      Guarantee target,
      ScheduleChange change,
      ClippedSchedule untuned,
      OnAll algorithm) {
    Loss loss = change.weights().of(task);
    EuclideanBall set = task.ball();
    ClippedSchedule schedule =
        change.of(change.weights().lengthened(untuned), loss.lipschitzConstant());
    return new Training(algorithm.of(schedule, task.records(), loss, set, target), loss, set);
  }

  /**
   * Parts of a schedule that are given, in place of those of the untuned one. They have to be
   * chosen without looking at the data, or by a private selection.
   *
   * @param steps number of steps, at least 1
   * @param stepSize finite and above 0
   * @param gradientNorm the largest norm that a record's gradient keeps
   * @param momentum share of the last direction that is kept, from 0 to below 1
   * @param averaged how many of the last iterates are averaged, from 1 to the number of steps
   * @param batchSize expected or exact number of records of a step, from 1 to that of all
   * @param weights what a record of each class counts
   */
  public record ScheduleChange(
      OptionalInt steps,
      OptionalDouble stepSize,
      OptionalDouble gradientNorm,
      OptionalDouble momentum,
      OptionalInt averaged,
      OptionalInt batchSize,
      ClassWeights weights) {
    /** Noise grows with the root of the number of steps, and nothing is gained by so many. */
    private static final int MOST_STEPS = 1 << 20;

    /** Nothing is given. */
    public static final ScheduleChange NONE =
        new ScheduleChange(
            OptionalInt.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            ClassWeights.NONE);

    /**
     * This change with other weights.
     *
     * @param others weights of the classes
     * @return the change
     */
    public ScheduleChange weighted(ClassWeights others) {
      return new ScheduleChange(
          steps, stepSize, gradientNorm, momentum, averaged, batchSize, others);
    }

    /**
     * The budget that a schedule is chosen by. A mean weight m makes the sum of all gradients m
     * times as long, like that of m n records.
     */
    double budget(double mu) {
      return mu * weights.mean();
    }

    /**
     * The schedule with what is given. Where no step size is, the noise of a run moves a model as
     * far as before: {@code C T eta/(1 - g)} stays, for clip norm C, T steps of size eta and
     * momentum g. At most all iterates are averaged. A clip norm above that of the longest gradient
     * clips nothing and counts as that.
     */
    ClippedSchedule of(ClippedSchedule untuned, double longest) {
      int count = steps.orElse(untuned.steps());
      if (!(count <= MOST_STEPS)) {
        throw new InvalidParameterException(
            "steps", "was " + count + ": it must be at most 2^20 = " + MOST_STEPS);
      }
      double norm =
          gradientNorm.isPresent()
              ? Math.min(longest, gradientNorm.getAsDouble())
              : untuned.clipNorm();
      double share = momentum.orElse(untuned.momentum());
      double travel = untuned.steps() * untuned.stepSize() / (1 - untuned.momentum());
      double size = travel * (untuned.clipNorm() / norm) * (1 - share) / count;
      return new ClippedSchedule(
          count,
          stepSize.orElse(size),
          norm,
          share,
          averaged.orElse(Math.min(count, untuned.averaged())),
          untuned.noiseStandardDeviation());
    }

    int batchSize(int records) {
      return batchSize.orElse(Math.max(1, records / BATCHES_OF_AN_EPOCH));
    }

    void requireNoBatches(String id) {
      if (batchSize.isPresent()) {
        throw new InvalidParameterException(
            "batchSize",
            "was "
                + batchSize.getAsInt()
                + ": "
                + id
                + " takes all records in every step; take dp-sgd or dp-ftrl, or leave it out");
      }
    }
  }

  /**
   * Clip norm, steps, step size, momentum and averages for a task and a budget, by a rule that
   * looks at no data.
   *
   * <p><em>Clip norm.</em> Half of the longest possible gradient of a classifier, 1/2: a record
   * that is not yet classified, at the origin, has a slope of 1/2 in two classes. For numbers 1/4
   * up to {@code b = mu n/√D = 400}, the budget of each of the D coordinates of a parameter: an
   * eighth of the range of the labels. That makes a loss like the absolute one far off, which is
   * biased where labels are skewed. So the norm grows with the root of b from there on, up to 2.
   *
   * <p><em>How far.</em> After T steps of size eta with momentum g, along noise of standard
   * deviation {@code 2C√T/(mu n)}, the travel is {@code L = T eta/(1 - g)}, and noise alone has
   * moved each coordinate by at most {@code nu = 2 C L/(mu n)}, the number of steps cancelling. As
   * records have norm at most 1, noise then moves a prediction by at most nu, whatever the number
   * of features. A longer travel follows directions in which the records differ little, a shorter
   * one keeps noise down. The rule is {@code nu = b^0.85/c} for two classes and {@code b^0.7/c}
   * otherwise, and at least a number that is named below, as c is. The rule was found on generated
   * tables, and measured on others: {@code docs/why/utility.md}.
   *
   * <p><em>Why at most.</em> Let {@code r(k) = eta (1 - g^k)/(1 - g)} be how far a gradient has
   * moved the iterate k steps later where the loss is flat. On a quadratic of curvature h that
   * distance is {@code eta g^((k-1)/2) U_(k-1)(x)} at {@code x = (1 + g - eta h)/(2√g)}, U the
   * Chebyshev polynomial of the second kind (for g = 0 {@code eta (1 - eta h)^(k-1)}). It is r(k)
   * at {@code h = 0}. For {@code 0 ≤ eta h ≤ 2 (1 + g)} the argument lies between the negative of
   * its value at h = 0 and that value, which is at least 1. There |U| is largest at the ends, so
   * that the distance is at most r(k), and r(k) at most {@code eta/(1 - g)}. Noises of steps are
   * independent: T of them move an iterate, and hence a mean of iterates, by a standard deviation
   * of at most {@code √T eta/(1 - g)} times that of one, which is nu. Clipped losses are no
   * quadratics and projections are left out: nu steers a schedule, and no guarantee rests on it.
   *
   * <p>In all coordinates of a parameter, D in number, noise moves by no more than half of the
   * radius R: {@code nu √D ≤ R/2}. The radius of the command where none is asked for is so wide
   * that this is no limit.
   *
   * <p><em>How many steps.</em> A travel of at most {@link #PLAIN_TRAVEL}/beta, beta the smoothness
   * of a record's loss, needs no momentum: it is gone in steps of at most 1/beta, 10 at least. A
   * longer one takes T = 100, 200 or 400 steps that keep a share {@code g = 1 - 10/T} of the last
   * direction, so that a travel of L takes {@code eta = 10 L/T²}; T is the first for which eta is
   * at most {@link #LARGEST_STEP}/beta. On a quadratic of curvature h such descent is stable up to
   * {@code eta = 2 (1 + g)/h}. The mean of the last quarter of the iterates is released, for
   * numbers of the last half. Steps, momentum and averages are computed from noisy gradients, all
   * of which are charged for: they change what the noise does to a model, and nothing that is
   * spent.
   */
  static final class UntunedSchedule {
    private static final double CLIP_NORM_OF_CLASSES = 0.5;
    private static final double LEAST_CLIP_NORM_OF_NUMBERS = 0.25;
    private static final double MOST_CLIP_NORM_OF_NUMBERS = 2;

    /** The b up to which numbers have the least clip norm. */
    private static final double BUDGET_OF_LEAST_CLIP_NORM = 400;

    private static final double EXPONENT_OF_TWO_CLASSES = 0.85;
    private static final double EXPONENT = 0.7;

    /** The c of nu for two classes, without unit; from 17 to 28 tables were about as good. */
    private static final double DAMPING_OF_TWO_CLASSES = 20;

    /** The c of nu for several classes, without unit; from 2.5 to 3.5 tables were as good. */
    private static final double DAMPING_OF_CLASSES = 3;

    /** The c of nu for numbers, whose error grows with the square of nu. */
    private static final double DAMPING_OF_NUMBERS = 37;

    /** The least nu: with less, small budgets hardly leave the origin. */
    private static final double LEAST_NOISE_OF_TWO_CLASSES = 0.5;

    /** The least nu for several classes, without unit. */
    private static final double LEAST_NOISE_OF_CLASSES = 0.8;

    /**
     * The least nu for numbers; with less, a mean label far from the middle of its range is missed.
     */
    private static final double LEAST_NOISE_OF_NUMBERS = 0.15;

    private static final double NOISE_OVER_RADIUS = 0.5;

    private static final int FEWEST_STEPS = 10;

    /** In units of 1/beta, the largest plain step: as many steps as plain travels may take. */
    private static final double PLAIN_TRAVEL = 200;

    /** T (1 - g): steps with momentum forget their start this many times over. */
    private static final double FORGOTTEN = 10;

    private static final int FEWEST_MOMENTUM_STEPS = 100;
    private static final int MOST_MOMENTUM_STEPS = 400;

    /** The largest step with momentum, in units of 1/beta; on a quadratic stable up to 3.8. */
    private static final double LARGEST_STEP = 3.8;

    private static final int FEWEST_EPOCHS = 10;
    private static final double CORRELATED_NOISE = 1.3;

    private UntunedSchedule() {}

    /** The schedule for a budget of mu, with the noise of all records in every batch. */
    static ClippedSchedule of(TrainingTask task, double mu) {
      double signal = mu * task.records();
      double budget = signal / Math.sqrt(task.parameterDimension());
      double clipNorm = clipNorm(task, budget);
      double beta = task.smoothLoss().smoothness();
      double widest = NOISE_OVER_RADIUS * task.radius() / Math.sqrt(task.parameterDimension());
      double noise = Math.min(noise(task, budget), widest);
      double travel = noise * signal / (2 * clipNorm);
      if (travel * beta <= PLAIN_TRAVEL) {
        int steps = (int) Math.max(FEWEST_STEPS, Math.ceil(travel * beta));
        return ClippedSchedule.of(steps, travel / steps, clipNorm, noise(signal, clipNorm, steps));
      }
      int steps = FEWEST_MOMENTUM_STEPS;
      while (steps < MOST_MOMENTUM_STEPS && stepSize(travel, steps) > LARGEST_STEP / beta) {
        steps *= 2;
      }
      return new ClippedSchedule(
          steps,
          Math.min(stepSize(travel, steps), LARGEST_STEP / beta),
          clipNorm,
          1 - FORGOTTEN / steps,
          averaged(task, steps),
          noise(signal, clipNorm, steps));
    }

    private static double stepSize(double travel, int steps) {
      return FORGOTTEN * travel / ((double) steps * steps);
    }

    private static double noise(double signal, double clipNorm, int steps) {
      return 2 * clipNorm * Math.sqrt(steps) / signal;
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

    private static double clipNorm(TrainingTask task, double budget) {
      return switch (task.labels()) {
        case SIGNS, CLASSES -> CLIP_NORM_OF_CLASSES;
        case BOUNDED_NUMBERS ->
            Math.min(
                MOST_CLIP_NORM_OF_NUMBERS,
                LEAST_CLIP_NORM_OF_NUMBERS
                    * Math.sqrt(Math.max(1, budget / BUDGET_OF_LEAST_CLIP_NORM)));
      };
    }

    /** By how much noise may move a prediction, for a budget of each coordinate. */
    private static double noise(TrainingTask task, double budget) {
      double power = Math.pow(budget, EXPONENT);
      return switch (task.labels()) {
        case SIGNS ->
            Math.max(
                LEAST_NOISE_OF_TWO_CLASSES,
                Math.pow(budget, EXPONENT_OF_TWO_CLASSES) / DAMPING_OF_TWO_CLASSES);
        case CLASSES -> Math.max(LEAST_NOISE_OF_CLASSES, power / DAMPING_OF_CLASSES);
        case BOUNDED_NUMBERS -> Math.max(LEAST_NOISE_OF_NUMBERS, power / DAMPING_OF_NUMBERS);
      };
    }

    /** The mean of more iterates is less noisy, and lags behind; errors of numbers gain by that. */
    private static int averaged(TrainingTask task, int steps) {
      return switch (task.labels()) {
        case SIGNS, CLASSES -> steps / 4;
        case BOUNDED_NUMBERS -> steps / 2;
      };
    }
  }
}
