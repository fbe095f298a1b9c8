package org.assay.verify.report;

import java.util.List;
import java.util.Optional;
import org.assay.verify.audit.AuditReport;

/**
 * One entry of a report.
 *
 * @param name the claim's name, unique within the report
 * @param certified what an accountant certifies, if anything
 * @param findings what was found beside the bets, one sentence each
 * @param notes remarks for the reader, one paragraph each
 * @param audit what the audit found
 * @param reproduce a command line that repeats the audit; blank if there is none
 */
public record AuditedClaim(
    String name,
    Optional<CertifiedInterval> certified,
    List<String> findings,
    List<String> notes,
    AuditReport audit,
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
    this(name, certified, List.of(), notes, audit, reproduce);
  }
}
