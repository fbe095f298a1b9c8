package org.assay.algorithms.internal.optimize.multipass;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.optimize.ReplacedRecord;
import org.assay.algorithms.internal.sampling.BatchSampler;
import org.assay.algorithms.objective.Loss;

/**
 * The parameters of a run of multipass noisy gradient descent, fixed before the data are read:
 * those of {@link NoisySgd} that do not depend on the losses and the set.
 *
 * @param batches the choice of a step's records; disjoint batches are in the order of the records
 * @param records number of records n, at least 1; not protected
 * @param batchSize batch size b, from 1 to n; the mean one of Poisson samples, n with full batches.
 *     Cyclic batches of n records are full-batch gradient descent
 * @param steps number of steps, at least 1; a multiple of the batches of an epoch if they are
 *     cyclic
 * @param stepSize step size, finite and above 0
 * @param noise standard deviation of the noise of each coordinate, in the unit of the mean
 *     gradient; finite and above 0
 */
public record NoisySgdSchedule(
    NoisySgdSampling batches,
    int records,
    int batchSize,
    int steps,
    double stepSize,
    double noise) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public NoisySgdSchedule {
    Parameters.requireAtLeastOne("batchSize", batchSize);
    if (!(batchSize <= records)) {
      throw new InvalidParameterException(
          "batchSize",
          "was " + batchSize + ": it must be at most the number of records, " + records);
    }
    if (batches == NoisySgdSampling.FULL_BATCH && batchSize != records) {
      throw new InvalidParameterException(
          "batchSize",
          String.format(
              "was %s: with %s it must be the number of records, %s", batchSize, batches, records));
    }
    Parameters.requireAtLeastOne("steps", steps);
    if (batches == NoisySgdSampling.CYCLIC && steps % (records / batchSize) != 0) {
      throw new IllegalArgumentException(
          String.format(
              "steps was %s: it must be a multiple of the number of batches, %s, because every"
                  + " epoch uses them all",
              steps, records / batchSize));
    }
    Parameters.requirePositive("stepSize", stepSize);
    Parameters.requirePositive("noise", noise);
  }

  /**
   * Draws the batches. The probability of Poisson samples is rounded down to a multiple of 2^-53,
   * so that it never exceeds the probability in the event.
   */
  BatchSampler sampler() {
    return switch (batches) {
      case FIXED_SIZE -> BatchSampler.fixedSize(records, batchSize);
      case POISSON ->
          BatchSampler.poisson(
              records, Math.floor(Rounding.divideDown(batchSize, records) * 0x1p53) * 0x1p-53);
      case CYCLIC, FULL_BATCH -> BatchSampler.cyclic(records, batchSize);
    };
  }

  /** Whether the batches are drawn anew in every step. */
  boolean drawsBatches() {
    return batches == NoisySgdSampling.FIXED_SIZE || batches == NoisySgdSampling.POISSON;
  }

  /**
   * The L of events. For batches of a fixed size, all records' gradients at a point are at most L
   * from some vector. A replaced record then moves a batch's sum by at most 2L. A record's presence
   * in a Poisson sample moves the sum by the size of its gradient, so L is then the Lipschitz
   * constant.
   */
  double gradientBound(Loss loss) {
    return batches == NoisySgdSampling.POISSON
        ? loss.lipschitzConstant()
        : ReplacedRecord.halfSensitivity(loss);
  }

  /** The run on given losses and a set. */
  NoisySgd on(Loss loss, double diameter) {
    return NoisySgd.of(batches, AdjacencyRelation.REPLACE_ONE)
        .batches(batchSize, records)
        .steps(steps, stepSize)
        .noise(noise)
        .lipschitzConstant(gradientBound(loss))
        .curvature(loss.strongConvexity(), loss.smoothness())
        .diameter(diameter)
        .build();
  }

  /**
   * This schedule with other noise.
   *
   * @param newNoise standard deviation, finite and above 0
   */
  public NoisySgdSchedule withNoise(double newNoise) {
    return new NoisySgdSchedule(batches, records, batchSize, steps, stepSize, newNoise);
  }

  /**
   * This schedule with another step size.
   *
   * @param newStepSize step size, finite and above 0
   */
  public NoisySgdSchedule withStepSize(double newStepSize) {
    return new NoisySgdSchedule(batches, records, batchSize, steps, newStepSize, noise);
  }
}
