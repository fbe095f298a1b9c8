package org.assay.cli.internal.events;

import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.SearchRange;
import org.assay.accountant.event.DpEvent;

/**
 * The search for a number of an event.
 *
 * @param range the range of the search
 * @param largest whether the largest number that meets the target is searched, or the smallest one
 * @param isWhole whether it is a whole number
 */
public record Search(SearchRange range, boolean largest, boolean isWhole) {
  private static final double MOST = 0x1p53;

  /** The smallest noise multiplier. */
  static final Search NOISE_MULTIPLIER = new Search(Calibrator.NOISE_MULTIPLIERS, false, false);

  /** The smallest threshold. */
  static final Search THRESHOLD = new Search(Calibrator.THRESHOLDS, false, false);

  /** The largest sampling probability. */
  static final Search SAMPLING_PROBABILITY =
      new Search(Calibrator.SAMPLING_PROBABILITIES, true, false);

  /** The largest number of steps. */
  static final Search STEPS = new Search(Calibrator.STEP_COUNTS, true, true);

  static Search smallest(double from, double to, double start) {
    return new Search(new SearchRange("number", from, to, start), false, false);
  }

  static Search largest(double from, double to, double start) {
    return new Search(new SearchRange("number", from, to, start), true, false);
  }

  static Search smallestCount() {
    return new Search(new SearchRange("number", 1, MOST, 1), false, true);
  }

  static Search largestCount() {
    return new Search(new SearchRange("number", 1, MOST, 1), true, true);
  }

  /** This search with the number's name for messages, and within further limits. */
  Search within(String name, double least, double most) {
    double from = Math.max(range.from(), least);
    double to = Math.max(from, Math.min(range.to(), most));
    double start = Math.max(from, Math.min(range.start(), to));
    return new Search(new SearchRange(name, from, to, start), largest, isWhole);
  }

  /**
   * A number that the event may have.
   *
   * @return the first one that is tried
   */
  public double start() {
    return range.start();
  }

  /**
   * Looks for the number.
   *
   * @param calibrator the calibrator of the target
   * @param events the event with a number
   * @return the number that meets the target, the certified cost with it, and a neighbour that
   *     fails
   */
  public Calibration find(Calibrator calibrator, DoubleFunction<DpEvent> events) {
    if (isWhole) {
      return largest
          ? calibrator.largestWhole(events, range)
          : calibrator.smallestWhole(events, range);
    }
    return largest
        ? calibrator.largestNumber(events, range)
        : calibrator.smallestNumber(events, range);
  }
}
