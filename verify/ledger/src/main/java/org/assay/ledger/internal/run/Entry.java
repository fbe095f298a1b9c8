package org.assay.ledger.internal.run;

import java.util.Optional;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;

/**
 * A claim with its judgement.
 *
 * @param claim the claim
 * @param judgement what was computed
 * @param obstacle why no attack is made on a claim that does not hold as it is printed
 * @param audit what the statistical attack found, if it was asked for and there is one
 */
public record Entry(
    LedgerClaim claim,
    Judgement judgement,
    Optional<String> obstacle,
    Optional<AuditReport> audit) {
  /**
   * This entry with the report of its attack.
   *
   * @param report what the auditor found
   * @return the changed entry
   */
  public Entry withAudit(AuditReport report) {
    return new Entry(claim, judgement, obstacle, Optional.of(report));
  }

  /**
   * Whether an attack was made and did not refute what it attacks.
   *
   * @return true if numbers and runs disagree
   */
  public boolean attackFailed() {
    return audit.filter(report -> report.verdict() != Verdict.REFUTED).isPresent();
  }
}
