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
 * Which records which noisy step sees, as far as that is planned.
 *
 * @param wording whether it is about records or clients
 * @param records how many there are, from 1 to 2^53
 * @param batchSize how many a step sees, on average or exactly; at most {@code records}
 * @param dropLast whether an epoch ends before a batch that would be smaller
 * @param epochs the number of epochs, where that number was given
 * @param steps the number of steps, from 1 to 2^53
 */
record Plan(
    Wording wording,
    long records,
    long batchSize,
    boolean dropLast,
    Optional<Double> epochs,
    long steps) {
  /** More are not counted exactly by doubles. */
  static final long MOST = 1L << 53;

  /** The plan of a number of epochs: so many steps as its batches are begun. */
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

  /** How many batches an epoch has that goes through the records one after the other. */
  long batches() {
    return inEpoch(records, batchSize, dropLast);
  }

  /** How many records are left when whole batches are cut from an epoch. */
  long left() {
    return records % batchSize;
  }

  /** The probability with which a record joins a Poisson sample, rounded up. */
  double rate() {
    return Rational.ofCount(batchSize).dividedBy(Rational.ofCount(records)).up();
  }

  /** Epochs of which all steps are run. */
  long wholeEpochs() {
    return steps / batches();
  }

  /** Epochs of which a step is run. */
  long begunEpochs() {
    return wholeEpochs() + (steps % batches() == 0 ? 0 : 1);
  }

  /**
   * Whether every whole epoch sees every record, which the test of shuffled batches asks for; it
   * asks for no sizes of batches.
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

  /** The event of batches that each of so many epochs cuts from a shuffle of its own. */
  DpEvent shuffled(double noiseMultiplier, long howMany, AdjacencyRelation adjacency) {
    return new ShuffledBatchesEvent(batches(), howMany, noiseMultiplier, true, adjacency);
  }
}
