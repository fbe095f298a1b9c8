package org.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.claims.PlannedClaim;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.PairRuns;
import org.assay.verify.audit.Verdict;
import org.assay.verify.audit.Witness;
import org.assay.verify.external.OutsideMechanism;

/** Refutations that may rest on a program which cannot read what it is given. */
final class Unreadable {
  private static final String WORDS =
      "runs fail on the pair that refutes the claim, and one of its datasets holds NaN or an"
          + " infinity, which the program is given as a string: if it only cannot read that, say"
          + " 'nan: bare' of the mechanism and audit again, or leave such records out";

  private Unreadable() {}

  /** What to think of a refutation, if failures on numbers that are not finite are part of it. */
  static Optional<String> in(PlannedClaim<?> claim, AuditReport report) {
    Optional<String> pair = report.witness().map(Witness::pair);
    boolean told =
        report.verdict() == Verdict.REFUTED
            && claim.mechanism() instanceof OutsideMechanism program
            && !program.givesBareNotFinite()
            && pair.isPresent()
            && hasFailed(report, pair.get())
            && holdsNotFinite(claim, pair.get());
    return told ? Optional.of(WORDS) : Optional.empty();
  }

  private static boolean hasFailed(AuditReport report, String pair) {
    return report.pairs().stream()
        .filter(runs -> runs.pair().equals(pair))
        .mapToLong(PairRuns::failed)
        .anyMatch(failed -> failed > 0);
  }

  private static boolean holdsNotFinite(PlannedClaim<?> claim, String description) {
    return claim.pairs().stream()
        .filter(pair -> pair.description().equals(description))
        .flatMap(pair -> Stream.of(pair.left(), pair.right()))
        .anyMatch(dataset -> dataset instanceof JsonNode json && isNotFinite(json));
  }

  private static boolean isNotFinite(JsonNode node) {
    if (node.isNumber()) {
      return !Double.isFinite(node.doubleValue());
    }
    for (JsonNode item : node) {
      if (isNotFinite(item)) {
        return true;
      }
    }
    return false;
  }
}
