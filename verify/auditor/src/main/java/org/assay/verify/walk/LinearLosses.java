package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;

/**
 * A dataset of linear losses on an interval, in which all records but one have the same slope. If
 * the settings ask for a contraction, every record's loss also has the same centred quadratic. A
 * slope is the shift of the iterate by one record: the negative gradient divided by the batch size.
 * Its unit is the standard deviation of one step's noise.
 *
 * @param settings the settings under which the losses are admissible
 * @param commonSlope the slope of each other record, in absolute value at most what the Lipschitz
 *     constant allows
 * @param recordSlope the slope of the record in question; 0 if it is absent or contributes nothing
 */
public record LinearLosses(NoisySgd settings, double commonSlope, double recordSlope) {
  /**
   * Checks the slopes.
   *
   * @throws IllegalArgumentException if a slope exceeds the Lipschitz constant, or cyclic batches
   *     do not have one size
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no walk is known to be an
   *     instance of the settings
   */
  public LinearLosses {
    double limit = WalkScale.of(settings).slopeLimit();
    if (!(Math.abs(commonSlope) <= limit && Math.abs(recordSlope) <= limit)) {
      throw new IllegalArgumentException(
          "slopes were "
              + commonSlope
              + " and "
              + recordSlope
              + ": their absolute values must not exceed "
              + limit
              + ", the Lipschitz constant in units of the noise");
    }
  }

  WalkScale scale() {
    return WalkScale.of(settings);
  }

  /** The number of records in a batch besides the one in question. */
  private double companions() {
    return settings.batchSize() - 1.0;
  }

  /** What the slopes and the curvature's centre may sum up to, for error bounds. */
  private double magnitude() {
    return settings.batchSize() * Math.abs(commonSlope) + Math.abs(recordSlope) + scale().centre();
  }

  private double withRecord() {
    return companions() * commonSlope + recordSlope + scale().centre();
  }

  private double withoutRecord() {
    return settings.batchSize() * commonSlope + scale().centre();
  }

  /** The shift of a step whose batch may contain the record. */
  StepLaw activeLaw() {
    return switch (settings.sampling()) {
      case FULL_BATCH, CYCLIC -> StepLaw.certain(withRecord(), magnitude());
      case FIXED_SIZE ->
          StepLaw.twoValued(
              settings.batchSize(), settings.records(), withoutRecord(), withRecord(), magnitude());
      case POISSON -> poissonLaw();
    };
  }

  /** The shift of a step whose batch does not contain the record. */
  StepLaw quietLaw() {
    return settings.sampling() == NoisySgdSampling.CYCLIC
        ? StepLaw.certain(withoutRecord(), magnitude())
        : activeLaw();
  }

  private StepLaw poissonLaw() {
    if (settings.batchSize() == settings.records()) {
      return StepLaw.certain(withRecord(), magnitude());
    }
    StepLaw own =
        recordSlope == 0
            ? StepLaw.certain(0, 0)
            : StepLaw.twoValued(
                settings.batchSize(), settings.records(), 0, recordSlope, Math.abs(recordSlope));
    return commonSlope == 0 || settings.records() == 1
        ? own
        : own.plusBinomial(
            settings.records() - 1, settings.batchSize(), settings.records(), commonSlope);
  }
}
