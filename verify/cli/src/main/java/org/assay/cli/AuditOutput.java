package org.assay.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.CertifiedInterval;
import org.assay.verify.report.JsonReport;
import org.assay.verify.report.ReportFiles;

/**
 * What an audit prints and writes.
 *
 * @param title the title of the report
 * @param claims the audited claims
 */
record AuditOutput(String title, List<AuditedClaim> claims) {
  private static final int VERDICT_WIDTH = 12;

  /** One line for each claim. */
  String lines() {
    StringBuilder text = new StringBuilder();
    claims.forEach(claim -> text.append(line(claim)).append('\n'));
    return text.toString();
  }

  private static String line(AuditedClaim claim) {
    LowerBound bound = claim.audit().lowerBound();
    String verdict = claim.audit().verdict().name().toLowerCase(Locale.ROOT);
    String padding = " ".repeat(Math.max(1, VERDICT_WIDTH - verdict.length()));
    return String.join(
        "",
        verdict + padding + claim.name(),
        ": claimed " + claim.audit().claim().describe(),
        claim.certified().map(AuditOutput::certified).orElse(""),
        ", audited " + bound.currency() + (bound.value() > 0 ? " > " : " >= ") + bound.value(),
        ", " + claim.audit().runs() + " runs");
  }

  private static String certified(CertifiedInterval certified) {
    return ", certified " + certified.label() + " <= " + certified.interval().upperDecimal();
  }

  /** The report as JSON; the same for the same seed, whatever the machine and its threads. */
  String json() {
    List<AuditedClaim> untimed =
        claims.stream()
            .map(
                claim ->
                    new AuditedClaim(
                        claim.name(),
                        claim.certified(),
                        claim.notes(),
                        claim.audit().withoutTiming(),
                        claim.reproduce()))
            .toList();
    return JsonReport.text(JsonReport.of(title, untimed));
  }

  /** Writes the report's files. */
  void write(Path directory) {
    ReportDirectory.write(
        directory,
        draft -> {
          ReportFiles.write(draft, title, claims);
          Files.writeString(draft.resolve("report.json"), json());
        });
  }
}
