package org.assay.cli.internal.audit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.ledger.internal.range.RangeFinding;
import org.assay.ledger.internal.range.RangeSection;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.audit.Verdict;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.report.AuditedClaim.ClaimsSource;
import org.assay.verify.report.JsonReport;
import org.assay.verify.report.ReportFiles;
import org.assay.verify.report.ReportSection;

/**
 * What an audit prints and writes.
 *
 * @param title the title of the report
 * @param claims the audited claims
 * @param ranges what was found about claims over ranges
 * @param undecided the names of claims that there is no verdict on, as the audit was not ended
 * @param source the file that states the claims, if they come from one
 */
record AuditOutput(
    String title,
    List<AuditedClaim> claims,
    List<RangeFinding> ranges,
    List<String> undecided,
    Optional<ClaimsSource> source) {
  /** The verdicts on all claims. */
  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    claims.forEach(claim -> verdicts.add(claim.audit().verdict()));
    ranges.forEach(range -> verdicts.add(range.verdict()));
    return verdicts;
  }

  /** What is known of all claims. */
  List<ClaimState> states() {
    return Stream.concat(
            claims.stream().map(AuditedClaim::state), ranges.stream().map(RangeFinding::state))
        .toList();
  }

  /** The report as JSON, with the time that every claim took. */
  String timedJson() {
    return JsonReport.text(JsonReport.of(title, claims, sections()));
  }

  /** The report as JSON; the same for the same seed, whatever the machine and its threads. */
  String json() {
    List<AuditedClaim> untimed = claims.stream().map(AuditedClaim::withoutTiming).toList();
    return JsonReport.text(JsonReport.of(title, untimed, sections()));
  }

  private List<ReportSection> sections() {
    return List.of(new RangeSection(ranges), new UndecidedSection(undecided));
  }

  /** Writes the report's files. */
  void write(Path directory) {
    ReportDirectory.write(
        directory,
        draft -> {
          ReportFiles.write(draft, title, claims, sections(), source);
          Files.writeString(draft.resolve("report.json"), json());
        });
  }
}
