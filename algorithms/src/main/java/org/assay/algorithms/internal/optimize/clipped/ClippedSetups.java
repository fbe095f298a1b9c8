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

/** Configures the algorithms of this package for tasks, with schedules that need no tuning. */
public final class ClippedSetups {
  /**
   * Number of batches of an epoch: with a tenth of the records, many steps have nearly the noise of
   * steps on all records. Not tuned.
   */
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
   * An algorithm of this package with a schedule of which parts are given.
   *
   * @param id the name of the algorithm
   * @param change the given parts
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
   * Given parts of a schedule, which replace those of the untuned schedule. They must be chosen
   * independently of the data, or by a private selection.
   *
   * @param steps number of steps, at least 1
   * @param stepSize finite and above 0
   * @param gradientNorm the largest norm that a record's gradient keeps
   * @param momentum share of the last direction that is kept, from 0 to below 1
   * @param averaged number of the last iterates that are averaged, from 1 to the number of steps
   * @param batchSize expected or exact number of records of a step, from 1 to that of all
   * @param weights the weight of a record of each class
   */
  public record ScheduleChange(
      OptionalInt steps,
      OptionalDouble stepSize,
      OptionalDouble gradientNorm,
      OptionalDouble momentum,
      OptionalInt averaged,
      OptionalInt batchSize,
      ClassWeights weights) {
    /**
     * Largest number of steps. Noise grows with the root of the number of steps, so more steps do
     * not help. Not tuned.
     */
    private static final int MOST_STEPS = 1 << 20;

    /** A change without given parts. */
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
     * The budget for which a schedule is chosen. A mean weight m makes the sum of all gradients m
     * times as long, like that of m n records.
     */
    double budget(double mu) {
      return mu * weights.mean();
    }

    /**
     * The schedule with the given parts. Without a given step size, the effect {@code C T eta/(1 -
     * g)} of the noise on a model stays the same, for clip norm C, T steps of size eta and momentum
     * g. At most all iterates are averaged. A clip norm above the norm of the longest gradient is
     * replaced by that norm.
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
   * reads no data.
   *
   * <p><em>Clip norm.</em> Half of the longest possible gradient of a classifier, 1/2: a record
   * that is not yet classified, at the origin, has a slope of 1/2 in two classes. For numbers 1/4
   * up to {@code b = mu n/√D = 400}, the budget of each of the D coordinates of a parameter: an
   * eighth of the range of the labels. With so small a norm the loss resembles the absolute loss
   * far from the label, which is biased for skewed labels. Above 400 the norm therefore grows with
   * the root of b, up to 2.
   *
   * <p><em>How far.</em> After T steps of size eta with momentum g, along noise of standard
   * deviation {@code 2C√T/(mu n)}, the travel is {@code L = T eta/(1 - g)}, and noise alone has
   * moved each coordinate by at most {@code nu = 2 C L/(mu n)}, the number of steps cancelling. As
   * records have norm at most 1, noise then moves a prediction by at most nu, whatever the number
   * of features. A longer travel follows directions in which the records differ little, a shorter
   * one keeps noise down. The rule is {@code nu = b^0.85/c} for two classes and {@code b^0.7/c}
   * otherwise, and at least a constant given below, like c. The rule was found on generated tables,
   * and measured on others: {@code docs/why/utility.md}.
   *
   * <p><em>Why at most.</em> Let {@code r(k) = eta (1 - g^k)/(1 - g)} be how far a gradient has
   * moved the iterate k steps later where the loss is flat. On a quadratic of curvature h that
   * distance is {@code eta g^((k-1)/2) U_(k-1)(x)} at {@code x = (1 + g - eta h)/(2√g)}, U the
   * Chebyshev polynomial of the second kind (for g = 0 {@code eta (1 - eta h)^(k-1)}). It is r(k)
   * at {@code h = 0}. For {@code 0 ≤ eta h ≤ 2 (1 + g)} the argument lies between the negative of
   * its value at h = 0 and that value, which is at least 1. There |U| is largest at the ends, so
   * that the distance is at most r(k), and r(k) at most {@code eta/(1 - g)}. Noises of steps are
   * independent: T of them move an iterate, and hence a mean of iterates, by a standard deviation
   * of at most {@code √T eta/(1 - g)} times that of one, which is nu. Clipped losses are not
   * quadratic, and projections are left out: nu steers a schedule only, and no guarantee rests on
   * nu.
   *
   * <p>In all coordinates of a parameter, D in number, noise moves by no more than half of the
   * radius R: {@code nu √D ≤ R/2}. The default radius of the command is so large that it never
   * limits nu.
   *
   * <p><em>How many steps.</em> A travel of at most {@link #PLAIN_TRAVEL}/beta, beta the smoothness
   * of a record's loss, needs no momentum and is covered in steps of at most 1/beta, at least 10 of
   * them. A longer travel takes T = 100, 200 or 400 steps that keep a share {@code g = 1 - 10/T} of
   * the last direction, so that a travel of L takes {@code eta = 10 L/T²}; T is the first for which
   * eta is at most {@link #LARGEST_STEP}/beta. On a quadratic of curvature h such descent is stable
   * up to {@code eta = 2 (1 + g)/h}. The mean of the last quarter of the iterates is released, for
   * numbers of the last half. Steps, momentum and averages are computed from noisy gradients, whose
   * cost is fully accounted for. They change the effect of the noise on a model, not the cost.
   */
  static final class UntunedSchedule {
    /** Clip norm for classes, without unit; see the class comment. */
    private static final double CLIP_NORM_OF_CLASSES = 0.5;

    /** Smallest clip norm for numbers, without unit; see the class comment. */
    private static final double LEAST_CLIP_NORM_OF_NUMBERS = 0.25;

    /** Largest clip norm for numbers, without unit; see the class comment. */
    private static final double MOST_CLIP_NORM_OF_NUMBERS = 2;

    /**
     * The budget b of each coordinate up to which numbers have the smallest clip norm. Found on
     * generated tables, see the class comment.
     */
    private static final double BUDGET_OF_LEAST_CLIP_NORM = 400;

    /** Exponent of b in nu for two classes. */
    private static final double EXPONENT_OF_TWO_CLASSES = 0.85;

    /** Exponent of b in nu for several classes and for numbers. */
    private static final double EXPONENT = 0.7;

    /**
     * The c of nu for two classes, without unit. Tuned on generated tables: values from 17 to 28
     * were about equally good.
     */
    private static final double DAMPING_OF_TWO_CLASSES = 20;

    /**
     * The c of nu for several classes, without unit. Tuned on generated tables: values from 2.5 to
     * 3.5 were equally good.
     */
    private static final double DAMPING_OF_CLASSES = 3;

    /** The c of nu for numbers, whose error grows with the square of nu. */
    private static final double DAMPING_OF_NUMBERS = 37;

    /**
     * The smallest nu for two classes, without unit: with less, models of small budgets hardly
     * leave the origin.
     */
    private static final double LEAST_NOISE_OF_TWO_CLASSES = 0.5;

    /** The smallest nu for several classes, without unit. */
    private static final double LEAST_NOISE_OF_CLASSES = 0.8;

    /**
     * The smallest nu for numbers, without unit: with less, models miss a mean label far from the
     * middle of its range.
     */
    private static final double LEAST_NOISE_OF_NUMBERS = 0.15;

    /** Largest distance that noise moves a parameter, as a part of the radius. */
    private static final double NOISE_OVER_RADIUS = 0.5;

    /** Smallest number of steps without momentum. */
    private static final int FEWEST_STEPS = 10;

    /**
     * The longest travel without momentum, in units of 1/beta, hence also the largest number of
     * steps without momentum.
     */
    private static final double PLAIN_TRAVEL = 200;

    /** T (1 - g): the number of relaxation times 1/(1 - g) in the steps of a run with momentum. */
    private static final double FORGOTTEN = 10;

    /** Smallest number of steps with momentum. */
    private static final int FEWEST_MOMENTUM_STEPS = 100;

    /** Largest number of steps with momentum. */
    private static final int MOST_MOMENTUM_STEPS = 400;

    /** The largest step with momentum, in units of 1/beta; on a quadratic stable up to 3.8. */
    private static final double LARGEST_STEP = 3.8;

    /** Smallest number of epochs of batches in a fixed order. */
    private static final int FEWEST_EPOCHS = 10;

    /** Divisor of the budget for batches in a fixed order, see {@link #ofEpochs}. */
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
     * The schedule for whole epochs of batches in a fixed order, at least 10 epochs. Over 10 epochs
     * of 10 batches, the noise of the banded square root moves a parameter 1.28 times as far as the
     * noise of steps on all records. Over a single epoch the factor is 1.79. The budget is
     * therefore divided by 1.3.
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

    /** Distance nu that noise may move a prediction, for a budget of each coordinate. */
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

    /**
     * Number of averaged iterates. The mean of more iterates is less noisy but lags behind;
     * predictions of numbers gain by more iterates.
     */
    private static int averaged(TrainingTask task, int steps) {
      return switch (task.labels()) {
        case SIGNS, CLASSES -> steps / 4;
        case BOUNDED_NUMBERS -> steps / 2;
      };
    }
  }
}
