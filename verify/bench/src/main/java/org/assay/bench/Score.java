package org.assay.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.catalogue.Entry;
import org.assay.verify.catalogue.Expectation;
import org.assay.verify.catalogue.Target;

/**
 * How the auditor fared on one entry.
 *
 * @param entry the entry
 * @param oracleRuns runs that an oracle needs; not a number where unknown
 * @param reports one for each seed, at least one; audits that refuted come first, in the order of
 *     their runs
 */
record Score(Entry<?> entry, double oracleRuns, List<AuditReport> reports) {
  Score {
    reports =
        reports.stream()
            .sorted(
                Comparator.comparing((AuditReport report) -> !isRefuted(report))
                    .thenComparingLong(AuditReport::runs))
            .toList();
  }

  private static boolean isRefuted(AuditReport report) {
    return report.verdict() == Verdict.REFUTED;
  }

  long refuted() {
    return reports.stream().filter(Score::isRefuted).count();
  }

  /** The report of median rank. */
  AuditReport median() {
    return reports.get((reports.size() - 1) / 2);
  }

  /** Runs within which this share of the audits refuted; empty if fewer did. */
  OptionalLong runs(double share) {
    AuditReport last = reports.get((int) Math.ceil(share * reports.size()) - 1);
    return isRefuted(last) ? OptionalLong.of(last.runs()) : OptionalLong.empty();
  }

  double medianSeconds() {
    double[] sorted = reports.stream().mapToDouble(Score::seconds).sorted().toArray();
    return sorted[(sorted.length - 1) / 2];
  }

  double totalSeconds() {
    return reports.stream().mapToDouble(Score::seconds).sum();
  }

  private static double seconds(AuditReport report) {
    return report.elapsed().orElseThrow().toNanos() * 1e-9;
  }

  /** Whether most audits refuted a false claim, or none a true one. */
  boolean meetsExpectation() {
    return switch (entry.expectation()) {
      case REFUTED -> 2 * refuted() > reports.size();
      case HARD -> true;
      case NOT_REFUTED -> refuted() == 0;
    };
  }

  /** Whether the entry counts among those that a good auditor refutes. */
  boolean isFalseClaim() {
    return entry.expectation() == Expectation.REFUTED;
  }

  /** Runs relative to the oracle's; not a number where they did not suffice. */
  double ratio() {
    return isRefuted(median()) ? median().runs() / oracleRuns : Double.NaN;
  }

  /** How the target of the entry was met, if it has one. */
  Optional<TargetResult> target() {
    return Target.of(entry).map(target -> new TargetResult(target, within(target), this));
  }

  private long within(Target target) {
    return reports.stream()
        .filter(report -> isRefuted(report) && report.runs() <= target.runs())
        .count();
  }
}
