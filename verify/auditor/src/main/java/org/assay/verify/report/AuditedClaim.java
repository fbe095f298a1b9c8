package org.assay.verify.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.ClaimState;

/**
 * One entry of a report.
 *
 * @param name the claim's name, unique within the report
 * @param certified what an accountant certifies of what the mechanism declares, if anything, in the
 *     claim's currency and under its relation
 * @param findings what was found beside the bets, one sentence each
 * @param notes remarks for the reader, one paragraph each
 * @param audit what the audit found
 * @param standsAtBits to how many significant bits outputs were rounded when a refuted claim stood
 *     in a further audit with the same budget; empty if it did not, or nobody tried
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
   * What to say loudly if the accountant proves a claim that runs refute: two statements of the
   * report cannot both be about one mechanism.
   *
   * @return two sentences; empty if nothing is contradicted
   */
  public Optional<String> contradiction() {
    return isProved() && state() == ClaimState.REFUTED
        ? Optional.of(Prose.CONTRADICTION)
        : Optional.empty();
  }

  /**
   * What is known of the claim, in one line.
   *
   * @return the claim and its state, or why nothing is known
   */
  public String headline() {
    return Prose.headline(this);
  }

  /** By the upper end alone, without room for rounding. */
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
