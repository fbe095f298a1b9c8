package org.assay.bench;

import java.util.Comparator;
import java.util.List;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.catalogue.Entry;
import org.assay.verify.catalogue.Expectation;

/**
 * How the auditor fared on one entry.
 *
 * @param entry the entry
 * @param oracleRuns runs that an oracle needs; not a number where unknown
 * @param reports one for each seed, at least one
 */
record Score(Entry<?> entry, double oracleRuns, List<AuditReport> reports) {
  Score {
    reports = reports.stream().sorted(Comparator.comparingLong(AuditReport::runs)).toList();
  }

  long refuted() {
    return reports.stream().filter(report -> report.verdict() == Verdict.REFUTED).count();
  }

  /** The report with the median number of runs. */
  AuditReport median() {
    return reports.get((reports.size() - 1) / 2);
  }

  double seconds() {
    return median().elapsed().orElseThrow().toNanos() * 1e-9;
  }

  /** Whether most audits refuted a false claim, or none a true one. */
  boolean meetsExpectation() {
    return switch (entry.expectation()) {
      case REFUTED -> 2 * refuted() > reports.size();
      case HARD -> true;
      case CONSISTENT -> refuted() == 0;
    };
  }

  /** Whether the entry counts among those that a good auditor refutes. */
  boolean isTarget() {
    return entry.expectation() == Expectation.REFUTED;
  }

  /** Runs relative to the oracle's; not a number where they did not suffice. */
  double ratio() {
    boolean enough = median().verdict() == Verdict.REFUTED;
    return enough ? median().runs() / oracleRuns : Double.NaN;
  }
}
