package org.assay.algorithms.internal.optimize.clipped;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
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
 * Differentially private gradient descent ([@AbadiEtAl2016], Algorithm 1, with all records in every
 * batch): each of T steps clips the gradient of every record to norm C and moves along
 *
 * <pre>mean of the clipped gradients + N(0, sigma² I),</pre>
 *
 * with momentum and averaging if the schedule says so.
 *
 * <p>All noisy gradients are accounted for: the event is T Gaussian mechanisms of sensitivity 2C/n,
 * which is one of sensitivity {@code √T 2C/n}. The event follows from clipping alone. The loss need
 * not be convex or smooth, and any step size is allowed. Momentum and averages are post-processing.
 * The number of records n is public.
 *
 * <p>Noisy gradients are drawn exactly on a grid ({@link GridGaussian}). The {@linkplain
 * MeanGradientSensitivity sensitivity} includes the rounding errors of a mean gradient in doubles.
 * So the event is an upper bound for the computation in doubles.
 *
 * <p>Bounds on the last iterate alone are not used, although clipped gradients of linear
 * predictions would allow them for step sizes up to 2/smoothness, without momentum and averages.
 * Such bounds couple two runs in real numbers, step by step, until both reach the same last
 * iterate. In this class, steps and projections are rounded between the releases, by amounts that
 * depend on the data. The untuned schedule without momentum loses nothing: its noise moves the
 * iterate by at most half the radius. At that size, bounds on the last iterate equal the
 * composition. No such bound covers momentum or averages. Bounds on the last iterate would help
 * only if the noise moved the iterate by several radii; {@code MultipassNoisySgd} has such bounds.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class DpGradientDescent implements PrivateAlgorithm {
  private final ClippedSchedule schedule;
  private final int records;
  private final Loss loss;
  private final Loss clipped;
  private final ConstraintSet set;
  private final GridGaussian noise;
  private final DpEvent event;

  private DpGradientDescent(ClippedSchedule schedule, int records, Loss loss, ConstraintSet set) {
    this.schedule = schedule;
    this.records = records;
    this.loss = loss;
    this.clipped = loss.clippedTo(schedule.clipNorm());
    this.set = set;
    this.noise = new GridGaussian(schedule.noiseStandardDeviation());
    this.event = noise.event(sensitivity(schedule, records, loss, set)).times(schedule.steps());
  }

  /**
   * The algorithm, started at the point of the set nearest to the origin.
   *
   * @param schedule steps, clipping and noise
   * @param records number of records n, at least 1
   * @param loss the loss, whose gradients are clipped
   * @throws IllegalArgumentException if the number of records is below 1, or the loss does not
   *     guarantee its constants on the set
   */
  public static DpGradientDescent of(
      ClippedSchedule schedule, int records, Loss loss, ConstraintSet set) {
    loss.requireSupportedOn(set);
    return new DpGradientDescent(schedule, records, loss, set);
  }

  /**
   * The algorithm with the least noise for which the accountant certifies a target.
   *
   * @param schedule steps and clipping; its noise is ignored
   * @param target approximate, zero-concentrated or Gaussian, when one record is replaced
   * @throws IllegalArgumentException as {@link #of}, or if the target is of another kind
   */
  public static DpGradientDescent calibrated(
      ClippedSchedule schedule, int records, Loss loss, ConstraintSet set, Guarantee target) {
    Sensitivity sensitivity = sensitivity(schedule, records, loss, set);
    double multiplier =
        NoiseTarget.smallestNoise(
            target, noise -> DpEvent.gaussian(noise, sensitivity).times(schedule.steps()));
    double noise = Rounding.multiplyUp(multiplier, sensitivity.value());
    return of(schedule.withNoise(noise), records, loss, set);
  }

  /**
   * The algorithm with the textbook's noise: T steps of {@code (2C/n)²/(2 sigma²)}-zCDP each, and
   * for an approximate target rho by {@code epsilon = rho + 2 √(rho ln(1/delta))}
   * ([@BunSteinke2016], Proposition 1.3). This noise is more than an approximate target needs. For
   * a Gaussian target it equals the calibrated noise.
   *
   * @param schedule steps and clipping; its noise is ignored
   */
  public static DpGradientDescent paperSchedule(
      ClippedSchedule schedule, int records, Loss loss, ConstraintSet set, Guarantee target) {
    double perStep = 2 * PaperBudget.rho(target) / schedule.steps();
    double noise = 2 * schedule.clipNorm() / records / Math.sqrt(perStep);
    return of(schedule.withNoise(noise), records, loss, set);
  }

  private static Sensitivity sensitivity(
      ClippedSchedule schedule, int records, Loss loss, ConstraintSet set) {
    return MeanGradientSensitivity.of(
        loss.clippedTo(schedule.clipNorm()), records, set.dimension());
  }

  /** The parameters. */
  public ClippedSchedule schedule() {
    return schedule;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.requireExactly(dataset, loss, set, records);
    ParameterVector release =
        ReleasedDescent.projected(schedule, set)
            .run(
                point -> {
                  double[] mean = new double[point.length];
                  clipped.addBatchGradient(point, dataset, 0, records, 1.0 / records, mean);
                  return noise.release(mean, random);
                });
    return new PrivateRun<>(release, event);
  }

  @Override
  public String toString() {
    return "DpGradientDescent(" + schedule + ", " + records + " records)";
  }
}
