package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.replay.Finding;
import org.assay.verify.replay.GrayBoxMechanism;
import org.assay.verify.replay.RandomnessCheck;
import org.assay.verify.replay.RandomnessReport;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.replay.ReplayCheck;
import org.assay.verify.replay.ReplayReport;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/**
 * An audit in three stages, the cheapest first: replaying recorded noise primitives, checking for
 * degenerate randomness, betting against the claim. The audit ends with the first stage that finds
 * something. Immutable.
 *
 * <pre>{@code
 * StagedReport report = StagedAuditor.of(Auditor.of(claim).seed(7)).auditGrayBox(mechanism, pairs);
 * }</pre>
 *
 * <p>The first stage is deterministic. The second stage gets a tenth of the auditor's error
 * probability, and the third stage the rest. Together they refute a true claim with at most the
 * auditor's error probability. The second stage also gets a tenth of the time, if the time is
 * limited. The second stage is left out on a cluster, and with a checkpoint, since a resumed audit
 * would check twice.
 */
public final class StagedAuditor {
  /** The second stage's part of the error probability and of the time. Not tuned. */
  private static final double RANDOMNESS_SHARE = 0.1;

  /**
   * Runs of the second stage, at most. Not tuned: outputs that repeat do so within a few thousand
   * runs or not at all.
   */
  private static final int MOST_RUNS = 4000;

  /** With a smaller budget than this the second stage is left out. Not tuned. */
  private static final long FEWEST_RUNS = 64;

  private final AuditSettings settings;
  private final boolean allStages;

  private StagedAuditor(AuditSettings settings, boolean allStages) {
    this.settings = settings;
    this.allStages = allStages;
  }

  /**
   * Puts the two cheap stages before an audit.
   *
   * @param auditor the audit's settings; its error probability is that of all stages together
   * @return the staged auditor
   */
  public static StagedAuditor of(Auditor auditor) {
    return new StagedAuditor(auditor.settings(), false);
  }

  /**
   * Runs every stage, even after a finding.
   *
   * @return the changed auditor
   */
  public StagedAuditor allStages() {
    return new StagedAuditor(settings, true);
  }

  /**
   * Audits a mechanism that draws its noise from primitives, in three stages.
   *
   * @param mechanism the mechanism
   * @param pairs at least one pair, all adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the report
   * @throws IllegalArgumentException if there is no pair or a pair's relation is not the claim's
   */
  public <D> StagedReport auditGrayBox(GrayBoxMechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    requirePairs(pairs);
    try {
      ReplayReport replay =
          ReplayCheck.of(settings.claim()).seed(settings.seed()).check(mechanism, pairs);
      if (!replay.passed() && !allStages) {
        return new StagedReport(Optional.of(replay), Optional.empty(), Optional.empty());
      }
      return audit(Optional.of(replay), mechanism.asMechanism(), pairs);
    } catch (InterruptedException e) {
      return interrupted(Optional.empty());
    }
  }

  /**
   * Audits a mechanism that shows its outputs only, in the last two stages.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair, all adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the report
   * @throws IllegalArgumentException if there is no pair or a pair's relation is not the claim's
   */
  public <D> StagedReport audit(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    requirePairs(pairs);
    return audit(Optional.empty(), mechanism, pairs);
  }

  private <D> StagedReport audit(
      Optional<ReplayReport> replay, Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    Auditor auditor = new Auditor(settings);
    long runs = Math.min(MOST_RUNS, settings.maximumRuns() / 10 / pairs.size());
    boolean once = settings.checkpoint().isEmpty() && settings.cluster().isEmpty();
    if (runs < FEWEST_RUNS || !once) {
      AuditReport alone = auditor.audit(mechanism, pairs);
      return new StagedReport(replay, Optional.empty(), Optional.of(alone));
    }
    double share = settings.errorProbability() * RANDOMNESS_SHARE;
    try {
      RandomnessReport randomness =
          auditor.look(
              RandomnessCheck.of(settings.claim()).errorProbability(share).runs((int) runs),
              mechanism,
              pairs,
              RANDOMNESS_SHARE);
      if (randomness.refutesClaim() && !allStages) {
        return new StagedReport(replay, Optional.of(randomness), Optional.empty());
      }
      double rest = Rounding.subtractDown(settings.errorProbability(), share);
      AuditReport report =
          auditor
              .errorProbability(rest)
              .withShareOfTime(1 - RANDOMNESS_SHARE)
              .audit(mechanism, pairs);
      return new StagedReport(replay, Optional.of(randomness), Optional.of(report));
    } catch (InterruptedException e) {
      return interrupted(replay);
    }
  }

  private static StagedReport interrupted(Optional<ReplayReport> replay) {
    Thread.currentThread().interrupt();
    return new StagedReport(replay, Optional.empty(), Optional.empty());
  }

  private <D> void requirePairs(List<AdjacentPair<D>> pairs) {
    Parameters.requireAtLeastOne("number of pairs", pairs.size());
    pairs.forEach(pair -> settings.claim().adjacency().requireSame(pair.adjacency()));
  }

  /** The claim, the budget, the seed and the error probability. */
  @Override
  public String toString() {
    return "audit in stages of " + settings.describe();
  }

  /**
   * The findings of the stages of an audit. Stages after the first finding are empty unless all
   * were asked for. A stage that could not run is empty too. Replays need a mechanism that draws
   * its noise from primitives, and the check of randomness needs more than a few runs.
   *
   * @param replay the report of replaying the noise primitives
   * @param randomness the report of the check for degenerate randomness
   * @param audit the report of the bets against the claim
   */
  public record StagedReport(
      Optional<ReplayReport> replay,
      Optional<RandomnessReport> randomness,
      Optional<AuditReport> audit) {

    /**
     * A report of bets without earlier stages.
     *
     * @param audit the report of the bets against the claim
     * @return the report
     */
    public static StagedReport of(AuditReport audit) {
      return new StagedReport(Optional.empty(), Optional.empty(), Optional.of(audit));
    }

    /**
     * The conclusion about the claim.
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
     * Whether a finding contradicts the claim or the declarations behind its proof. A continuous
     * build should then fail.
     *
     * @return true if the claim is refuted, a declaration is false, or the randomness is degenerate
     */
    public boolean failed() {
      return verdict() == Verdict.REFUTED || !findings().isEmpty();
    }

    /**
     * The findings of the first two stages, in words.
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
}
