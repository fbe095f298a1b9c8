package org.assay.testing.arbitrary;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.Mechanism;

/**
 * A mechanism on lists of numbers that keeps its claim. Whatever is built from the mechanism by
 * correct means must keep the claim too, and no auditor may refute it. Numbers outside [0, 1] and
 * NaN are clipped. Releases lie on a grid, so that their lowest bits betray nothing.
 *
 * @param name the mechanism in words
 * @param mechanism the mechanism
 * @param claim the claim, tight on some neighbours
 * @param event the event of a run
 */
public record ClaimedMechanism(
    String name, Mechanism<List<Double>> mechanism, Guarantee claim, DpEvent event) {
  @Override
  public String toString() {
    return name + ": " + claim.describe();
  }
}
