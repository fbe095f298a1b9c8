package org.assay.testing.arbitrary;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.Mechanism;

/**
 * A mechanism on lists of numbers that keeps its claim: whatever is built from it by correct means
 * must keep the claim too, and no auditor may refute it. Numbers outside [0, 1], NaN among them,
 * are clipped. Its releases lie on a grid, so they betray nothing by their lowest bits.
 *
 * @param name the mechanism in words
 * @param mechanism the mechanism
 * @param claim what it keeps, tight on some neighbours
 * @param event what a run does
 */
public record ClaimedMechanism(
    String name, Mechanism<List<Double>> mechanism, Guarantee claim, DpEvent event) {
  @Override
  public String toString() {
    return name + ": " + claim.describe();
  }
}
