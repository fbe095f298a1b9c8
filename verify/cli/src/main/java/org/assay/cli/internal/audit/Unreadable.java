package org.assay.cli.internal.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.cli.internal.claims.PlannedClaim;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.AuditReport.PairRuns;
import org.assay.verify.audit.StagedAuditor.StagedReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.external.OutsideMechanism;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.AdjacentPair;

/**
 * Withdraws refutations that may come from a program's failure to read its input. NaN and
 * infinities are sent as strings unless the claim says otherwise. A program that fails on such
 * strings tells datasets apart only because of the audit.
 *
 * @param pairs descriptions of the pairs that hold such strings
 */
record Unreadable(Set<String> pairs) {
  private static final String REASON =
      "runs fail on a pair one of whose datasets holds NaN or an infinity, which the program is"
          + " given as a string, so that nothing tells whether the mechanism fails or only cannot"
          + " read that; say 'nan: bare' of the mechanism if it reads bare words, or leave such"
          + " records out, and audit again";

  Unreadable {
    pairs = Set.copyOf(pairs);
  }

  /** The pairs of a claim that its program may be unable to read. */
  static Unreadable in(PlannedClaim<?> claim) {
    boolean isGivenStrings =
        claim.mechanism() instanceof OutsideMechanism program && !program.givesBareNotFinite();
    return new Unreadable(
        claim.pairs().stream()
            .filter(pair -> isGivenStrings && holdsNotFinite(pair))
            .map(AdjacentPair::description)
            .collect(Collectors.toSet()));
  }

  /** The conclusion of the audit, withdrawn if it may rest on failures of reading. */
  AuditReport conclusion(StagedReport staged) {
    AuditReport concluded = staged.conclusion().orElseThrow();
    boolean isDoubtful =
        concluded.verdict() == Verdict.REFUTED
            && (hasFailed(concluded) || doubtful(staged).findAny().isPresent());
    return isDoubtful ? concluded.withdrawn(REASON) : concluded;
  }

  /**
   * The findings of the stages before the bets, without those that may rest on failures of reading.
   */
  List<String> findings(StagedReport staged) {
    Set<String> withdrawn =
        doubtful(staged).map(RandomnessFinding::describe).collect(Collectors.toSet());
    return staged.findings().stream().filter(finding -> !withdrawn.contains(finding)).toList();
  }

  /**
   * Whether a run failed on such a pair. Bets on all pairs earn one wealth, so one such pair is
   * enough.
   */
  private boolean hasFailed(AuditReport report) {
    return report.pairs().stream()
        .anyMatch(runs -> runs.failed() > 0 && pairs.contains(runs.pair()));
  }

  /** The findings on such pairs, unless the bets show that no run fails there. */
  private Stream<RandomnessFinding> doubtful(StagedReport staged) {
    Set<String> unfailing =
        staged.audit().stream()
            .flatMap(report -> report.pairs().stream())
            .filter(runs -> runs.failed() == 0 && runs.left() > 0 && runs.right() > 0)
            .map(PairRuns::pair)
            .collect(Collectors.toSet());
    Set<String> failing =
        pairs.stream().filter(pair -> !unfailing.contains(pair)).collect(Collectors.toSet());
    return staged.randomness().stream()
        .flatMap(report -> report.findings().stream())
        .filter(finding -> finding.refutesClaimOn(failing));
  }

  private static boolean holdsNotFinite(AdjacentPair<?> pair) {
    return Stream.of(pair.left(), pair.right())
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
