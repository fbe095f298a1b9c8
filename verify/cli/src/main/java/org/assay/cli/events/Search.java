package org.assay.cli.events;

import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.event.DpEvent;

/** What can be found: as much noise or as high a threshold as needed, as many steps or so. */
public enum Search {
  /** The smallest noise multiplier. */
  NOISE_MULTIPLIER,

  /** The smallest threshold. */
  THRESHOLD,

  /** The largest sampling probability. */
  SAMPLING_PROBABILITY,

  /** The largest number of steps. */
  STEPS;

  /**
   * Looks for the number.
   *
   * @param calibrator knows the target
   * @param events what was run with a number
   * @return the number that meets the target, the certified cost with it, and a neighbour that
   *     fails
   */
  public Calibration find(Calibrator calibrator, DoubleFunction<DpEvent> events) {
    return switch (this) {
      case NOISE_MULTIPLIER -> calibrator.smallestNoiseMultiplier(events);
      case THRESHOLD -> calibrator.smallestThreshold(events);
      case SAMPLING_PROBABILITY -> calibrator.largestSamplingProbability(events);
      case STEPS -> calibrator.largestStepCount(steps -> events.apply((double) steps));
    };
  }

  /**
   * Whether whole numbers are looked for.
   *
   * @return whether it is a count
   */
  public boolean isWhole() {
    return this == STEPS;
  }
}
