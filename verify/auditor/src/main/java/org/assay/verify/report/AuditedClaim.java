package org.assay.verify.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.ClaimState;

/**
 * One claim in a report.
 *
 * @param name the claim's name, unique within the report
 * @param certified what the accountant certifies of the mechanism's declarations, in the claim's
 *     currency and under its relation; empty if nothing
 * @param findings what checks other than the bets found, one sentence each
 * @param notes remarks for the reader, one paragraph each
 * @param audit what the audit found
 * @param standsAtBits the number of significant bits to which outputs were rounded in a further
 *     audit that a refuted claim survived, with the same budget; empty if there was none
 * @param reproduce a command line that repeats the audit; blank if there is none
 */
public record AuditedClaim(
    String name,
    Optional<CertifiedInterval> certified,
    List<String> findings,
    List<String> notes,
    AuditReport audit,
    OptionalInt standsAtBits,
    String reproduce) {
  /**
   * Copies the notes.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public AuditedClaim {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: a claim needs a name in a report");
    }
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
  }

  /**
   * An entry without findings.
   *
   * @param name the claim's name, unique within the report
   * @param certified what an accountant certifies, if anything
   * @param notes remarks for the reader, one paragraph each
   * @param audit what the audit found
   * @param reproduce a command line that repeats the audit; blank if there is none
   */
  public AuditedClaim(
      String name,
      Optional<CertifiedInterval> certified,
      List<String> notes,
      AuditReport audit,
      String reproduce) {
    this(name, certified, List.of(), notes, audit, OptionalInt.empty(), reproduce);
  }

  /**
   * What is known of the claim.
   *
   * @return refuted if runs refute it, otherwise certified if the accountant proves it
   */
  public ClaimState state() {
    return ClaimState.of(audit, isProved());
  }

  /**
   * A warning if the accountant proves a claim that runs refute: the two statements cannot both be
   * about one mechanism.
   *
   * @return two sentences; empty without a contradiction
   */
  public Optional<String> contradiction() {
    return isProved() && state() == ClaimState.REFUTED
        ? Optional.of(Prose.CONTRADICTION)
        : Optional.empty();
  }

  /**
   * The claim and its state in one line.
   *
   * @return the claim and its state, or why nothing is known
   */
  public String headline() {
    return Prose.headline(this);
  }

  /** Whether the upper end is at most the claimed value, without room for rounding. */
  private boolean isProved() {
    return certified
        .filter(proof -> proof.label().equals(audit.lowerBound().currency()))
        .filter(proof -> proof.interval().upper() <= audit.lowerBound().claimed())
        .isPresent();
  }

  /**
   * This entry without the time that the audit took.
   *
   * @return an entry that depends on seed and budget only
   */
  public AuditedClaim withoutTiming() {
    return new AuditedClaim(
        name, certified, findings, notes, audit.withoutTiming(), standsAtBits, reproduce);
  }
}
