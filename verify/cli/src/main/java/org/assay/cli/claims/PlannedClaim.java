package org.assay.cli.claims;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.verify.report.CertifiedInterval;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/**
 * A claim with everything its audit needs.
 *
 * @param name the claim's name, unique in its file
 * @param guarantee what is claimed
 * @param mechanism what it is claimed of
 * @param mechanismInWords the mechanism and its parameters
 * @param event what a run of the mechanism really spends
 * @param certified what the accountant proves for that event, in the claim's currency
 * @param pairs neighbours to try
 * @param budget what the audit may use
 */
public record PlannedClaim(
    String name,
    Guarantee guarantee,
    Mechanism<Dataset> mechanism,
    String mechanismInWords,
    DpEvent event,
    CertifiedInterval certified,
    List<AdjacentPair<Dataset>> pairs,
    Budget budget) {
  /** Copies the list. */
  public PlannedClaim {
    pairs = List.copyOf(pairs);
  }
}
