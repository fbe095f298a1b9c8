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
 * @param judgement the computed judgement
 * @param obstacle why a claim that fails as printed is not attacked
 * @param audit the report of the attack, if there was one
 */
public record Entry(
    LedgerClaim claim,
    Judgement judgement,
    Optional<String> obstacle,
    Optional<AuditReport> audit) {
  /**
   * Adds the report of the attack.
   *
   * @param report the report
   * @return the changed entry
   */
  public Entry withAudit(AuditReport report) {
    return new Entry(claim, judgement, obstacle, Optional.of(report));
  }

  /**
   * Whether an attack was made and did not refute the claim.
   *
   * @return true if numbers and runs disagree
   */
  public boolean attackFailed() {
    return audit.filter(report -> report.verdict() != Verdict.REFUTED).isPresent();
  }
}
