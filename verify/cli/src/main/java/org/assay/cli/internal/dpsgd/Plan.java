package org.assay.cli.internal.dpsgd;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Sensitivity;

/**
 * The planned batches of a training.
 *
 * @param wording words for records or for clients
 * @param records number of records, from 1 to 2^53
 * @param batchSize number of records of a step, on average or exactly; at most {@code records}
 * @param dropLast whether an epoch ends before a batch that would be smaller
 * @param epochs the number of epochs, if given
 * @param steps the number of steps, from 1 to 2^53
 */
record Plan(
    Wording wording,
    long records,
    long batchSize,
    boolean dropLast,
    Optional<Double> epochs,
    long steps) {
  /** Largest number that doubles count exactly. */
  static final long MOST = 1L << 53;

  /** The plan of a number of epochs, with one step for each batch. */
  static Plan ofEpochs(
      Wording wording, long records, long batchSize, boolean dropLast, double epochs) {
    BigDecimal steps =
        BigDecimal.valueOf(epochs)
            .multiply(BigDecimal.valueOf(inEpoch(records, batchSize, dropLast)))
            .setScale(0, RoundingMode.CEILING);
    if (steps.compareTo(BigDecimal.valueOf(MOST)) > 0) {
      throw new InvalidParameterException(
          "epochs", "was " + epochs + ": that makes more than 2^53 steps");
    }
    return new Plan(wording, records, batchSize, dropLast, Optional.of(epochs), steps.longValue());
  }

  private static long inEpoch(long records, long batchSize, boolean dropLast) {
    return records / batchSize + (dropLast || records % batchSize == 0 ? 0 : 1);
  }

  /** Number of batches of an epoch that goes through the records in order. */
  long batches() {
    return inEpoch(records, batchSize, dropLast);
  }

  /** Number of records that are left when whole batches are cut from an epoch. */
  long left() {
    return records % batchSize;
  }

  /** The probability with which a record joins a Poisson sample, rounded up. */
  double rate() {
    return Rational.ofCount(batchSize).dividedBy(Rational.ofCount(records)).up();
  }

  /** Number of epochs of which all steps are run. */
  long wholeEpochs() {
    return steps / batches();
  }

  /** Number of epochs of which at least one step is run. */
  long begunEpochs() {
    return wholeEpochs() + (steps % batches() == 0 ? 0 : 1);
  }

  /**
   * Whether every whole epoch uses every record, as the bound for shuffled batches assumes; the
   * bound does not depend on the sizes of batches.
   */
  boolean seesAll() {
    return !dropLast || left() == 0;
  }

  /** The event of Poisson samples, under add-or-remove. */
  DpEvent poisson(double noiseMultiplier) {
    return poisson(noiseMultiplier, rate());
  }

  /** The event of Poisson samples with another rate. */
  DpEvent poisson(double noiseMultiplier, double rate) {
    return DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(AdjacencyRelation.ADD_OR_REMOVE))
        .poissonSampled(rate)
        .times(steps);
  }

  /** The event of batches that each of a number of epochs cuts from its own shuffle. */
  DpEvent shuffled(double noiseMultiplier, long howMany, AdjacencyRelation adjacency) {
    return new ShuffledBatchesEvent(batches(), howMany, noiseMultiplier, true, adjacency);
  }
}
