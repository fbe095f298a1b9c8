package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.verify.replay.Finding;
import org.assay.verify.replay.RandomnessFinding;
import org.assay.verify.replay.RandomnessReport;
import org.assay.verify.replay.ReplayReport;

/**
 * What the stages of an audit found. Stages after the first finding are empty unless all were asked
 * for. A stage that could not run is empty too. Replays need a mechanism that draws its noise from
 * primitives, and the check of randomness needs more than a few runs.
 *
 * @param replay what replaying the noise primitives showed
 * @param randomness what the check for degenerate randomness showed
 * @param audit what betting against the claim showed
 */
public record StagedReport(
    Optional<ReplayReport> replay,
    Optional<RandomnessReport> randomness,
    Optional<AuditReport> audit) {

  /**
   * A report of bets without earlier stages.
   *
   * @param audit what betting against the claim showed
   * @return the report
   */
  public static StagedReport of(AuditReport audit) {
    return new StagedReport(Optional.empty(), Optional.empty(), Optional.of(audit));
  }

  /**
   * What is concluded about the claim.
   *
   * @return refuted if a bet against the claim succeeded. A false declaration alone is
   *     inconclusive: it refutes the proof of the claim, not the claim
   */
  public Verdict verdict() {
    if (randomness.map(RandomnessReport::refutesClaim).orElse(false)) {
      return Verdict.REFUTED;
    }
    Verdict betting = audit.map(AuditReport::verdict).orElse(Verdict.INCONCLUSIVE);
    boolean unproved = !replay.map(ReplayReport::passed).orElse(true);
    return unproved && betting != Verdict.REFUTED ? Verdict.INCONCLUSIVE : betting;
  }

  /**
   * The report of the bets with the verdict and the error probability of all stages.
   *
   * @return the report; empty if no bets were made
   */
  public Optional<AuditReport> conclusion() {
    return audit.map(report -> randomness.map(report::after).orElse(report));
  }

  /**
   * Whether anything speaks against the claim, or against the declarations behind its proof. A
   * continuous build should then fail.
   *
   * @return true if the claim is refuted, a declaration is false, or the randomness is degenerate
   */
  public boolean failed() {
    return verdict() == Verdict.REFUTED || !findings().isEmpty();
  }

  /**
   * What the first two stages found.
   *
   * @return sentences, the deterministic findings first
   */
  public List<String> findings() {
    List<String> sentences = new ArrayList<>();
    replay.ifPresent(r -> r.findings().stream().map(Finding::describe).forEach(sentences::add));
    randomness.ifPresent(
        r -> r.findings().stream().map(RandomnessFinding::describe).forEach(sentences::add));
    return List.copyOf(sentences);
  }
}
