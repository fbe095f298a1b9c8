package org.assay.algorithms.internal.optimize.kl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * KL Spider ([@MenartEtAl2023], Algorithm 1) for losses under the KL condition with exponent 1 to
 * 2: in each of K rounds the gradient is measured once and then kept up to date by measured
 * differences, whose sensitivity is small because steps are short. A round ends when the gradient
 * is small for the round's target loss, or after T_k steps.
 *
 * <p>The printed privacy constants are wrong: replacing a record moves the gradient by 2L/n and not
 * L/n, and the differences are not counted in full. A run for the paper's rho costs up to {@code
 * 2.25 rho}, which the event states. The number of steps of a round depends on the measurements;
 * the event charges the largest possible number.
 *
 * <p>The projection, absent from the paper, keeps the parameter where the loss's constants hold and
 * never lengthens a step. Each round starts at the end of the previous one. Noisy gradients and
 * differences are exact releases on grids, all else is computed from them, and the event includes
 * earlier rounding errors.
 */
public final class KlSpider implements PrivateAlgorithm {
  /** Factor of the round's gradient level below which a measured gradient ends the round. */
  private static final double STOP = 7.0 / 8;

  private final KlProblem problem;
  private final FullBatch batch;
  private final SpiderSchedule schedule;
  private final DpEvent event;

  private KlSpider(KlProblem problem, SpiderSchedule schedule) {
    this.problem = problem;
    this.batch = problem.batch();
    this.schedule = schedule;
    this.event = schedule.event();
  }

  /**
   * The algorithm with the paper's constants.
   *
   * @param problem the problem, with an exponent from 1 to 2 and a smooth loss
   * @param rho the paper's rho, finite and above 0; {@link #event} is its true cost
   * @param beta probability that the utility bound fails, strictly between 0 and 1
   * @throws IllegalArgumentException if a parameter is out of range, or the records are too few for
   *     the paper's number of rounds to be above 0
   */
  public static KlSpider paperSchedule(KlProblem problem, double rho, double beta) {
    return new KlSpider(problem, new SpiderSchedule(problem, rho, beta));
  }

  /**
   * Number of rounds.
   *
   * @return K, at least 1
   */
  public int rounds() {
    return schedule.rounds();
  }

  @Override
  public DpEvent event() {
    return event;
  }

  /**
   * A remark on the smallest gradient at which a run moves. The paper's floor of the target losses
   * grows as the number of records falls. If the floor is above the first target, no round has a
   * smaller target, and a start with a shorter gradient is released unchanged.
   */
  @Override
  public Optional<String> remark() {
    double first = STOP * schedule.gradientLevel(0);
    double last = STOP * schedule.gradientLevel(schedule.rounds() - 1);
    return Optional.of(
        String.format(
            "a step is made only while the measured gradient is longer than %s%s",
            Decimals.BY_SIZE.near(last),
            first > last
                ? " in the last round, " + Decimals.BY_SIZE.near(first) + " in the first"
                : ", which the paper's constants do not lower for so few records: the start is"
                    + " released if its gradient is shorter"));
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    batch.requireSuitable(dataset);
    double[] w = batch.start();
    Estimate estimate = new Estimate(dataset, random, w.length);
    for (int k = 0; k < schedule.rounds(); k++) {
      round(k, w, estimate);
    }
    return new PrivateRun<>(ParameterVector.of(w), event);
  }

  private void round(int k, double[] w, Estimate estimate) {
    estimate.measure(w);
    double level = STOP * schedule.gradientLevel(k);
    for (int t = 0; t < schedule.steps(k); t++) {
      Interruption.requireNone();
      double norm = FullBatch.norm(estimate.value);
      if (!(norm >= level)) {
        return;
      }
      double[] before = w.clone();
      for (int j = 0; j < w.length; j++) {
        w[j] -= schedule.stride(k) / norm * estimate.value[j];
      }
      problem.set().project(w);
      requireShort(before, w, schedule.longestStep(k));
      estimate.update(w, schedule.innerNoise(k));
    }
  }

  /**
   * Checks the length of a step. Points are functions of releases, so the check reveals nothing.
   */
  private static void requireShort(double[] before, double[] after, double longest) {
    double[] step = after.clone();
    for (int j = 0; j < step.length; j++) {
      step[j] -= before[j];
    }
    if (!(FullBatch.norm(step) <= longest)) {
      throw new IllegalStateException(
          String.format(
              "step was %s long: it must be at most %s; projections on the set are not accurate"
                  + " enough for such short steps",
              FullBatch.norm(step), longest));
    }
  }

  /** The measured gradient, and the exact gradient at the point of the last measurement. */
  private final class Estimate {
    private final Dataset dataset;
    private final RandomGenerator random;
    private final GridGaussian outer = new GridGaussian(schedule.outerNoise());
    private final double[] exact;
    private final double[] next;
    private final double[] value;

    Estimate(Dataset dataset, RandomGenerator random, int dimension) {
      this.dataset = dataset;
      this.random = random;
      this.exact = new double[dimension];
      this.next = new double[dimension];
      this.value = new double[dimension];
    }

    void measure(double[] w) {
      batch.gradient(w, dataset, exact);
      System.arraycopy(outer.release(exact, random), 0, value, 0, value.length);
    }

    void update(double[] w, double noise) {
      batch.gradient(w, dataset, next);
      double[] change = new double[value.length];
      for (int j = 0; j < value.length; j++) {
        change[j] = next[j] - exact[j];
        exact[j] = next[j];
      }
      double[] released = new GridGaussian(noise).release(change, random);
      for (int j = 0; j < value.length; j++) {
        value[j] += released[j];
      }
    }
  }

  /** The algorithm and its event. */
  @Override
  public String toString() {
    return "KlSpider(" + Brief.of(event().describe()) + ")";
  }

  /**
   * Rounds and noise of KL Spider ([@MenartEtAl2023], Algorithm 1, lines 2 to 7) for the paper's
   * rho. Nothing in the schedule depends on the data.
   */
  static final class SpiderSchedule {
    private static final double MOST_ROUNDS = 1e6;
    private static final double SLOW = 64;
    private static final double FLOOR_FACTOR = 32;

    /** Factor that covers the relative rounding errors of a step and its projection. Not tuned. */
    private static final double STEP_SLACK = 1 + 1e-9;

    private final KlProblem problem;
    private final double rho;
    private final double[] levels;

    SpiderSchedule(KlProblem problem, double rho, double beta) {
      if (!(problem.klExponent() <= 2)) {
        throw new InvalidParameterException(
            "klExponent",
            "was "
                + problem.klExponent()
                + ": KL Spider needs one from 1 to 2; use the proximal point method from 2 on");
      }
      double smoothness = problem.loss().smoothness();
      Parameters.requirePositive("smoothness", smoothness);
      Parameters.requireOpenProbability("beta", beta);
      this.problem = problem;
      this.rho = rho;
      this.levels = levels(problem, rho, beta);
    }

    private static double[] levels(KlProblem problem, double rho, double beta) {
      double gap = problem.initialGap();
      double curvature =
          SLOW
              * problem.klConstant()
              * problem.klConstant()
              * problem.loss().smoothness()
              / Math.pow(gap, (2 - problem.klExponent()) / problem.klExponent());
      double rounds = Math.ceil((1 + curvature) * problem.logGain(rho));
      if (!(rounds <= MOST_ROUNDS)) {
        throw new InvalidParameterException(
            "klConstant", "was " + problem.klConstant() + ": it asks for " + rounds + " rounds");
      }
      double floor = Math.min(floor(problem, rho, beta, rounds), gap);
      double[] levels = new double[(int) rounds];
      double level = gap;
      for (int k = 0; k < levels.length; k++) {
        level = Math.max(level / (1 + 1 / curvature), floor);
        levels[k] = level;
      }
      return levels;
    }

    /** {@code (32 gamma L √(K d ln(1/beta'))/(n √rho))^kappa}. */
    private static double floor(KlProblem problem, double rho, double beta, double rounds) {
      double kappa = problem.klExponent();
      double scale = problem.noiseFloor(rho) * Math.sqrt(rounds);
      double relative = scale / Math.pow(problem.initialGap(), 1 / kappa);
      double perStep = Math.min(beta / rounds * Math.pow(relative, 2 - kappa), beta);
      return Math.pow(FLOOR_FACTOR * scale * Math.sqrt(-Math.log(perStep)), kappa);
    }

    int rounds() {
      return levels.length;
    }

    /**
     * {@code Phi_k^{1/kappa}/gamma}, the level with which the gradient is compared, in the unit of
     * the gradient.
     */
    double gradientLevel(int k) {
      return Math.pow(levels[k], 1 / problem.klExponent()) / problem.klConstant();
    }

    private double length(int k) {
      double kappa = problem.klExponent();
      return Math.pow(problem.initialGap() / levels[k], (2 - kappa) / kappa);
    }

    /** Number of steps of a round of full length: t = 0, …, T_k. */
    int steps(int k) {
      return (int) Math.floor(length(k)) + 1;
    }

    /** Length of a step of a round. */
    double stride(int k) {
      return gradientLevel(k) / (4 * problem.loss().smoothness());
    }

    /** The longest step of a round as doubles compute it, projection and all. */
    double longestStep(int k) {
      return Rounding.multiplyUp(stride(k), STEP_SLACK);
    }

    /** {@code L √K/(n √rho)}, with half of a gradient's sensitivity for L. */
    double outerNoise() {
      return ReplacedRecord.halfSensitivity(problem.loss())
          * Math.sqrt(rounds())
          / (problem.records() * Math.sqrt(rho));
    }

    /** {@code sigma_k/sensitivity = 2 √(T_k K/rho)}. */
    private double innerMultiplier(int k) {
      return 2 * Math.sqrt(length(k) * rounds() / rho);
    }

    /** Replacing a record changes the difference of two gradients by 2 smoothness · stride/n. */
    double innerNoise(int k) {
      double sensitivity = Rounding.divideUp(gradientLevel(k), 2.0 * problem.records());
      return Rounding.multiplyUp(innerMultiplier(k), sensitivity);
    }

    /**
     * Ratio of the sensitivity of a computed difference of gradients to the one in real numbers, in
     * the last round, where steps are shortest.
     */
    private double roundingShare() {
      int last = rounds() - 1;
      ConstraintSet set = problem.set();
      double start = Rounding.multiplyUp(FullBatch.norm(problem.batch().start()), STEP_SLACK);
      double computed =
          MeanGradientSensitivity.ofChange(
                  problem.loss(),
                  problem.records(),
                  set.dimension(),
                  longestStep(last),
                  Rounding.addUp(start, set.diameter()))
              .value();
      double exact = Rounding.divideDown(gradientLevel(last), 2.0 * problem.records());
      return Math.max(1, Rounding.divideUp(computed, exact));
    }

    /**
     * Upper bound of the cost of a run: in every round one gradient and the largest number of
     * differences. Rounds that end early, by their measurements, cost less.
     */
    DpEvent event() {
      List<DpEvent> parts = new ArrayList<>();
      parts.add(problem.batch().releaseEvent(outerNoise()).times(rounds()));
      double share = roundingShare();
      int from = 0;
      while (from < rounds()) {
        int to = from;
        long steps = 0;
        while (to < rounds() && innerMultiplier(to) == innerMultiplier(from)) {
          steps += steps(to);
          to++;
        }
        parts.add(
            DpEvent.gaussian(
                    Rounding.divideDown(innerMultiplier(from), share),
                    Sensitivity.unit(AdjacencyRelation.REPLACE_ONE))
                .times(steps));
        from = to;
      }
      return DpEvent.sequence(parts.toArray(DpEvent[]::new));
    }
  }
}
