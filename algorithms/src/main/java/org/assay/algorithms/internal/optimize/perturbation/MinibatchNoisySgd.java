package org.assay.algorithms.internal.optimize.perturbation;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Minibatch noisy SGD ([@BassilyFeldmanTalwarThakurta2019], Algorithm 1): each step draws m of n
 * records uniformly <em>with replacement</em> and moves to
 *
 * <pre>w ← Proj_K[ w − eta (mean gradient over the draws + G) ],  G ~ N(0, sigma² I);</pre>
 *
 * the average of all points, the starting point among them, is released.
 *
 * <p>The average depends on every step, so the event is the composition of all steps: one draw with
 * replacement of a query of sensitivity G/m for each step, G the {@linkplain
 * Loss#gradientSensitivity sensitivity} of a record's gradient. The event follows from this
 * sensitivity alone, not from convexity or the step size; the number of records n is public.
 *
 * <p>Noisy gradients are exact releases on a grid ({@link GridGaussian}), and all else is computed
 * from them. The {@linkplain MeanGradientSensitivity sensitivity} includes the rounding errors of a
 * mean gradient. The event is therefore an upper bound for the computation in doubles.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class MinibatchNoisySgd implements PrivateAlgorithm {
  private final MinibatchSchedule schedule;
  private final int records;
  private final Loss loss;
  private final ConstraintSet set;
  private final double[] start;
  private final GridGaussian noise;
  private final DpEvent event;

  private MinibatchNoisySgd(
      MinibatchSchedule schedule, int records, Loss loss, ConstraintSet set, double[] start) {
    this.schedule = schedule;
    this.records = records;
    this.loss = loss;
    this.set = set;
    this.start = start;
    this.noise = new GridGaussian(schedule.noiseStandardDeviation());
    this.event =
        event(
            noise.event(MeanGradientSensitivity.of(loss, schedule.batchSize(), set.dimension())),
            schedule.batchSize(),
            records,
            schedule.steps());
  }

  /**
   * The algorithm, started at the point of the set nearest to the origin.
   *
   * @param schedule steps, batch size, step size and noise
   * @param records number of records n, at least 2
   * @param loss gradients bounded by its Lipschitz constant, as computed in doubles up to a
   *     relative {@code (d + 14) 2^-52}
   * @throws IllegalArgumentException if a parameter is out of range, or the loss does not guarantee
   *     its constants on the set
   */
  public static MinibatchNoisySgd of(
      MinibatchSchedule schedule, int records, Loss loss, ConstraintSet set) {
    loss.requireSupportedOn(set);
    double[] start = new double[set.dimension()];
    set.project(start);
    return new MinibatchNoisySgd(schedule, records, loss, set, start);
  }

  /**
   * The algorithm with the smallest noise for which the accountant certifies the target. For a
   * target of epsilon and delta, the paper's steps, batch and step size are used. For other
   * targets, each step draws one record, and the step size minimizes {@link #excessLossBound}. For
   * these targets a larger batch saves no noise: all its draws may be the same record, and this
   * case determines rho and mu.
   *
   * @param target approximate, zero-concentrated or Gaussian, under {@link
   *     AdjacencyRelation#REPLACE_ONE}
   * @throws IllegalArgumentException as {@link MinibatchSchedule#ofPaper}, or if the target is not
   *     about replacing one record
   */
  public static MinibatchNoisySgd calibrated(
      int records, Loss loss, ConstraintSet set, Guarantee target) {
    return target
        .asApproximate()
        .map(approximate -> amplified(records, loss, set, approximate))
        .orElseGet(() -> ofSingleDraws(records, loss, set, target));
  }

  private static MinibatchNoisySgd ofSingleDraws(
      int records, Loss loss, ConstraintSet set, Guarantee target) {
    int points = MinibatchSchedule.points(records, set.dimension(), 4 * PaperBudget.rho(target));
    Sensitivity sensitivity = MeanGradientSensitivity.of(loss, 1, set.dimension());
    double multiplier =
        NoiseTarget.smallestNoise(
            target, noise -> event(DpEvent.gaussian(noise, sensitivity), 1, records, points - 1));
    double noise = Rounding.multiplyUp(multiplier, sensitivity.value());
    double square = squaredStep(loss, set, noise);
    return of(
        new MinibatchSchedule(points - 1, 1, set.diameter() / Math.sqrt(points * square), noise),
        records,
        loss,
        set);
  }

  private static MinibatchNoisySgd amplified(
      int records, Loss loss, ConstraintSet set, Guarantee.Approximate target) {
    MinibatchSchedule paper = paperSchedule(records, loss, set, target);
    int batchSize = paper.batchSize();
    Sensitivity sensitivity = MeanGradientSensitivity.of(loss, batchSize, set.dimension());
    double multiplier =
        NoiseTarget.smallestNoise(
            target,
            noise ->
                event(DpEvent.gaussian(noise, sensitivity), batchSize, records, paper.steps()));
    double noise = Rounding.multiplyUp(multiplier, sensitivity.value());
    return of(paper.withNoise(noise), records, loss, set);
  }

  /**
   * The paper's schedule for a target, see {@link MinibatchSchedule#ofPaper}.
   *
   * @param target approximate
   * @throws IllegalArgumentException as {@link MinibatchSchedule#ofPaper}
   */
  public static MinibatchSchedule paperSchedule(
      int records, Loss loss, ConstraintSet set, Guarantee.Approximate target) {
    return MinibatchSchedule.ofPaper(
        records,
        set.dimension(),
        loss.lipschitzConstant(),
        set.diameter(),
        target.epsilon(),
        target.delta());
  }

  private static DpEvent event(DpEvent step, int batchSize, int records, int steps) {
    return step.sampledWithReplacement(batchSize, records).times(steps);
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point does not depend on the data; moved to the nearest point of the set; copied
   * @throws IllegalArgumentException if the dimension is wrong or a coordinate is not finite
   */
  public MinibatchNoisySgd withStartingPoint(double[] point) {
    double[] moved = point.clone();
    set.project(moved);
    return new MinibatchNoisySgd(schedule, records, loss, set, moved);
  }

  /** The parameters. */
  public MinibatchSchedule schedule() {
    return schedule;
  }

  /**
   * A bound on the expected excess of the mean loss over the records at the release, over any fixed
   * point of the set, for a convex loss: {@code D²/(2 eta T) + eta (L² + d sigma²)/2} over the T
   * points that are averaged.
   */
  public double excessLossBound() {
    double points = schedule.steps() + 1.0;
    double eta = schedule.stepSize();
    double square = squaredStep(loss, set, schedule.noiseStandardDeviation());
    return set.diameter() * set.diameter() / (2 * eta * points) + eta * square / 2;
  }

  /** Bound on the expected square of a noisy gradient: {@code L² + d sigma²} and its rounding. */
  private static double squaredStep(Loss loss, ConstraintSet set, double noise) {
    double lipschitz = loss.lipschitzConstant();
    return (lipschitz * lipschitz + set.dimension() * noise * noise) * (1 + 0x1p-20);
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.requireExactly(dataset, loss, set, records);
    double[] w = start.clone();
    double[] sum = start.clone();
    double[] direction = new double[w.length];
    for (int t = 0; t < schedule.steps(); t++) {
      Interruption.requireNone(t, "steps");
      Arrays.fill(direction, 0);
      addMeanGradient(w, dataset, random, direction);
      double[] released = noise.release(direction, random);
      for (int j = 0; j < w.length; j++) {
        w[j] -= schedule.stepSize() * released[j];
      }
      set.project(w);
      for (int j = 0; j < w.length; j++) {
        sum[j] += w[j];
      }
    }
    for (int j = 0; j < sum.length; j++) {
      sum[j] /= schedule.steps() + 1.0;
    }
    return new PrivateRun<>(ParameterVector.of(sum), event);
  }

  private void addMeanGradient(
      double[] w, Dataset dataset, RandomGenerator random, double[] gradient) {
    double weight = 1.0 / schedule.batchSize();
    for (int k = 0; k < schedule.batchSize(); k++) {
      loss.addGradient(w, dataset, random.nextInt(records), weight, gradient);
    }
  }

  @Override
  public String toString() {
    return "MinibatchNoisySgd(" + schedule + ", " + records + " records)";
  }
}
