package org.assay.algorithms.internal.optimize.clipped;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.internal.sampling.BatchSampler;
import org.assay.algorithms.internal.sampling.Batches;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Differentially private stochastic gradient descent ([@AbadiEtAl2016], Algorithm 1): each of T
 * steps takes every record into its batch independently with probability q = B/n, clips the
 * gradient of each to norm C and moves along
 *
 * <pre>(sum of the clipped gradients of the batch)/B + N(0, sigma² I)</pre>
 *
 * with the expected batch size B, never the size of the batch, which is not released. Momentum and
 * averaging are those of the schedule.
 *
 * <p>The event covers all noisy gradients: T Gaussian mechanisms on Poisson samples, to whose sums
 * a record's presence adds at most C/B. Under replace-one the accountant compares mixtures that a
 * record and its replacement shift in opposite directions. The event follows from clipping alone,
 * not from convexity or the step size. The number of records n is public.
 *
 * <p>Noisy gradients are exact releases on a grid ({@link GridGaussian}). The {@linkplain
 * MeanGradientSensitivity#ofPresence sensitivity} of a sum includes its rounding errors. The event
 * is therefore an upper bound for the computation in doubles.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class DpSgd implements PrivateAlgorithm {
  private final ClippedSchedule schedule;
  private final int records;
  private final int batchSize;
  private final Loss loss;
  private final Loss clipped;
  private final ConstraintSet set;
  private final GridGaussian noise;
  private final DpEvent event;

  private DpSgd(
      ClippedSchedule schedule, int records, int batchSize, Loss loss, ConstraintSet set) {
    this.schedule = schedule;
    this.records = records;
    this.batchSize = batchSize;
    this.loss = loss;
    this.clipped = loss.clippedTo(schedule.clipNorm());
    this.set = set;
    this.noise = new GridGaussian(schedule.noiseStandardDeviation());
    this.event =
        sampler(records, batchSize)
            .event(
                noise.event(sensitivity(schedule, records, batchSize, loss, set)),
                schedule.steps());
  }

  /**
   * The algorithm, started at the point of the set nearest to the origin.
   *
   * @param schedule steps, clipping and noise
   * @param records number of records n, at least 1
   * @param batchSize expected size B of a batch, from 1 to n
   * @param loss the loss, whose gradients are clipped
   * @throws IllegalArgumentException if a number is out of range, or the loss does not guarantee
   *     its constants on the set
   */
  public static DpSgd of(
      ClippedSchedule schedule, int records, int batchSize, Loss loss, ConstraintSet set) {
    requireBatchSize(records, batchSize);
    loss.requireSupportedOn(set);
    return new DpSgd(schedule, records, batchSize, loss, set);
  }

  /**
   * The algorithm with the smallest noise for which the accountant certifies a target, up to a
   * thousandth if the bound takes a convolution. All else is as scheduled.
   *
   * @param schedule steps and clipping; its noise is ignored
   * @param target approximate, zero-concentrated or Gaussian, when one record is replaced; sampling
   *     does not help the last two
   * @throws IllegalArgumentException as {@link #of}, or if the target is of another kind
   */
  public static DpSgd calibrated(
      ClippedSchedule schedule,
      int records,
      int batchSize,
      Loss loss,
      ConstraintSet set,
      Guarantee target) {
    requireBatchSize(records, batchSize);
    Sensitivity sensitivity = sensitivity(schedule, records, batchSize, loss, set);
    BatchSampler sampler = sampler(records, batchSize);
    double multiplier =
        NoiseTarget.smallestNoise(
            target, noise -> sampler.event(DpEvent.gaussian(noise, sensitivity), schedule.steps()));
    double noise = Rounding.multiplyUp(multiplier, sensitivity.value());
    return of(schedule.withNoise(noise), records, batchSize, loss, set);
  }

  /**
   * The algorithm with the noise of the paper's relation: the smallest for which a record's
   * <em>presence</em> meets the target, up to a thousandth. A replaced record costs more, which the
   * event states.
   *
   * @param schedule steps and clipping; its noise is ignored
   * @param target approximate, when one record is replaced
   * @throws IllegalArgumentException as {@link #of}, or if the target is of another kind
   */
  public static DpSgd paperSchedule(
      ClippedSchedule schedule,
      int records,
      int batchSize,
      Loss loss,
      ConstraintSet set,
      Guarantee target) {
    requireBatchSize(records, batchSize);
    Guarantee.Approximate replaced = PaperBudget.approximate(target);
    AdjacencyRelation.REPLACE_ONE.requireSame(replaced.adjacency());
    Guarantee presence =
        new Guarantee.Approximate(
            replaced.epsilon(), replaced.delta(), AdjacencyRelation.ADD_OR_REMOVE);
    Sensitivity sensitivity = sensitivity(schedule, records, batchSize, loss, set);
    BatchSampler sampler = sampler(records, batchSize);
    double multiplier =
        NoiseTarget.smallestNoiseUnder(
            presence,
            noise -> sampler.event(DpEvent.gaussian(noise, sensitivity), schedule.steps()));
    double noise = Rounding.multiplyUp(multiplier, sensitivity.value());
    return of(schedule.withNoise(noise), records, batchSize, loss, set);
  }

  static void requireBatchSize(int records, int batchSize) {
    Parameters.requireAtLeastOne("batchSize", batchSize);
    if (!(batchSize <= records)) {
      throw new InvalidParameterException(
          "batchSize",
          "was " + batchSize + ": it must be at most the number of records, " + records);
    }
  }

  private static BatchSampler sampler(int records, int batchSize) {
    return BatchSampler.poisson(records, (double) batchSize / records);
  }

  private static Sensitivity sensitivity(
      ClippedSchedule schedule, int records, int batchSize, Loss loss, ConstraintSet set) {
    return MeanGradientSensitivity.ofPresence(
        loss.clippedTo(schedule.clipNorm()), records, batchSize, set.dimension());
  }

  /** The parameters. */
  public ClippedSchedule schedule() {
    return schedule;
  }

  /**
   * Expected size of a batch.
   *
   * @return from 1 to the number of records
   */
  public int batchSize() {
    return batchSize;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.requireExactly(dataset, loss, set, records);
    Batches batches = sampler(records, batchSize).batches();
    ParameterVector release =
        ReleasedDescent.projected(schedule, set)
            .run(
                point -> {
                  double[] sum = new double[point.length];
                  int size = batches.next(random);
                  clipped.addSampleGradient(
                      point, dataset, batches.records(), size, 1.0 / batchSize, sum);
                  return noise.release(sum, random);
                });
    return new PrivateRun<>(release, event);
  }

  @Override
  public String toString() {
    return "DpSgd(" + schedule + ", batches of " + batchSize + " of " + records + " records)";
  }
}
