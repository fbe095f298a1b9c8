package org.assay.algorithms.run;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.words.Brief;

/**
 * The result of one run of a private algorithm, with the event that says what privacy it spent. It
 * computes no epsilon: that is the accountant's part.
 *
 * @param release what was computed, and all that may leave the trusted side
 * @param event what the run really did to the data, from the parameters really used
 * @param <R> the kind of release
 */
public record PrivateRun<R>(R release, DpEvent event) {
  /** What was released, and the event that was spent. */
  @Override
  public String toString() {
    return "release " + Brief.of(String.valueOf(release)) + ", spent " + Brief.of(event.describe());
  }
}
