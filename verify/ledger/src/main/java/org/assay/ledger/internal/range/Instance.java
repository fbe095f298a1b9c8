package org.assay.ledger.internal.range;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;

/**
 * A claim at one point of its range.
 *
 * @param event what is run at the point
 * @param claim what is claimed of the event
 */
public record Instance(DpEvent event, Guarantee claim) {
  /**
   * Both in words.
   *
   * @return one line
   */
  public String describe() {
    return event.describe() + " claimed to be " + claim.describe();
  }
}
