package org.assay.cli.internal.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.assay.cli.internal.claims.ClaimsFile;
import org.assay.cli.internal.claims.PlannedClaim;
import org.assay.cli.internal.claims.SignificantBits;
import org.assay.cli.internal.input.InputException;
import org.assay.ledger.internal.range.PointException;
import org.assay.ledger.internal.range.RangeClaim;
import org.assay.ledger.internal.range.RangeFinding;
import org.assay.ledger.internal.range.RangeSearch;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Checkpoint.CheckpointException;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.StagedAuditor;
import org.assay.verify.audit.StagedAuditor.StagedReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.external.OutsideMechanism;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.replay.RandomnessReport;
import org.assay.verify.report.AuditedClaim;
import org.assay.verify.trial.OutputPrecision;
import org.assay.verify.trial.TrialCluster.TrialClusterException;

/**
 * Audits the claims of a file one after the other, each with its share of the error probability.
 *
 * @param claims the claims
 * @param runs number of runs used instead of every claim's own number, if given
 * @param threads largest number of runs in progress at once
 * @param wholeBudget whether to go on after a refutation
 * @param checkpoints the directory of checkpoints, if any
 * @param command the command line that repeats the audits
 * @param cluster the cluster that runs trials, if any
 */
record AuditRun(
    ClaimsFile claims,
    OptionalLong runs,
    int threads,
    boolean wholeBudget,
    Optional<CheckpointDirectory> checkpoints,
    String command,
    Optional<ClusterTrials> cluster) {
  /**
   * Relative excess over a claim that is attributed to rounding, since claims are often printed
   * with few digits. Not tuned.
   */
  private static final double ROUNDING = 1e-9;

  private static final String NOT_LOOKED_AT =
      "Whether its randomness repeats was not looked at: that takes a budget of 640 runs for each"
          + " pair and the time for a tenth of them, no checkpoint and no cluster.";

  /**
   * Decides all claims. Computed claims come first: they are fast, and show whether the input makes
   * sense.
   */
  void run(AuditCourse course) {
    for (RangeClaim claim : claims.ranges()) {
      course.begin(claim.name(), "computing its worst case");
      course.decide(search(claim));
    }
    for (PlannedClaim<?> claim : claims.claims()) {
      course.begin(claim.name(), "first runs");
      course.decide(audit(claim, course));
    }
  }

  private RangeFinding search(RangeClaim claim) {
    try {
      return RangeSearch.of(claim, threads, command);
    } catch (PointException refused) {
      throw InputException.because(refused);
    }
  }

  /** Audits one of the claims, with its share of the file's error probability. */
  AuditedClaim audit(PlannedClaim<?> claim, AuditCourse course) {
    int index = claims.claims().indexOf(claim);
    Found found = report(claim, index, course);
    StagedReport staged = found.staged();
    List<String> notes = notes(found.claim());
    notes.addAll(found.notes());
    if (isForeign(claim)) {
      notLookedAt(claim, staged).ifPresent(notes::add);
    }
    Unreadable unreadable = Unreadable.in(claim);
    AuditReport concluded = answered(claim, unreadable.conclusion(staged));
    List<String> findings = new ArrayList<>(unreadable.findings(staged));
    findings.addAll(found.afterwards().findings());
    return new AuditedClaim(
        claim.name(),
        claim.certified(),
        findings,
        notes,
        concluded,
        found.afterwards().standsAtBits(),
        command);
  }

  /**
   * The report after a failure of the mechanism. The runs before the failure count, so that a
   * refutation stands.
   */
  private static AuditReport answered(PlannedClaim<?> claim, AuditReport concluded) {
    return claim
        .failure()
        .filter(why -> concluded.verdict() != Verdict.REFUTED)
        .map(concluded::withdrawn)
        .orElse(concluded);
  }

  /**
   * A note on pairs without runs, since a budget of seconds may end before every pair had its runs.
   */
  private static Optional<String> notLookedAt(PlannedClaim<?> claim, StagedReport staged) {
    int pairs = claim.pairs().size();
    int seen = staged.randomness().map(RandomnessReport::pairs).orElse(0);
    if (seen == pairs) {
      return Optional.empty();
    }
    return Optional.of(
        seen == 0
            ? NOT_LOOKED_AT
            : "Whether its randomness repeats was looked at on the first "
                + seen
                + " of "
                + pairs
                + " pairs; then a tenth of the time was over.");
  }

  /** Whether the mechanism is a program or a class, whose source of randomness is unknown. */
  private static boolean isForeign(PlannedClaim<?> claim) {
    return claim.event().isEmpty();
  }

  /** The report of an audit, the result of further runs on a refuted claim, and notes. */
  private record Found(
      PlannedClaim<?> claim,
      StagedReport staged,
      FurtherRuns.Explanation afterwards,
      List<String> notes) {}

  private <D> Found report(PlannedClaim<D> planned, int index, AuditCourse course) {
    try {
      PlannedClaim<D> claim = settled(planned, index);
      Auditor auditor = auditor(claim, index, course);
      StagedReport staged = staged(auditor, claim);
      FurtherRuns<D> further = new FurtherRuns<>(auditor, claim, claims.seed());
      FurtherRuns.Explanation afterwards = FurtherRuns.Explanation.NONE;
      if (mayGoOn(claim, staged)) {
        course.doing(claim.name(), "looking at lower bits and smaller pairs");
        afterwards = further.explain(staged);
      }
      // Further runs are made only without a time limit, which is for the audit, and without a
      // cluster.
      boolean free = claim.budget().time().isEmpty() && cluster.isEmpty();
      return new Found(claim, staged, afterwards, free ? further.notes() : List.of());
    } catch (OutsideProgramException | TrialClusterException e) {
      throw new InputException(planned.name() + ": " + e.getMessage(), e);
    } catch (CheckpointException e) {
      throw InputException.because(e);
    } finally {
      planned.close();
    }
  }

  /**
   * The claim with its number of significant bits: that of the resumed audit, or the number that
   * runs choose.
   */
  private <D> PlannedClaim<D> settled(PlannedClaim<D> claim, int index) {
    if (claim.observation().bits().given().isPresent()) {
      return claim;
    }
    OptionalInt known =
        checkpoints
            .map(directory -> directory.bits(index + 1, claim))
            .orElseGet(OptionalInt::empty);
    return claim.withBits(
        known.orElseGet(() -> plain(claim).bitsAboveLowest(claim.mechanism(), claim.pairs())));
  }

  /** An auditor without the checkpoint, cluster and listeners of the audit itself. */
  private Auditor plain(PlannedClaim<?> claim) {
    Auditor auditor = Auditor.of(claim.guarantee()).seed(claims.seed()).threads(threads);
    return claim.observation().applyTo(auditor);
  }

  /** Whether neither a time limit nor a checkpoint forbids further runs after a refutation. */
  private boolean mayGoOn(PlannedClaim<?> claim, StagedReport staged) {
    return isForeign(claim)
        && staged.verdict() == Verdict.REFUTED
        && hasNeverFailed(staged)
        && claim.budget().time().isEmpty()
        && checkpoints.isEmpty()
        && cluster.isEmpty();
  }

  /** Whether no run has failed; neither rounding nor a smaller dataset explains failed runs. */
  private static boolean hasNeverFailed(StagedReport staged) {
    return staged.audit().stream()
        .flatMap(report -> report.pairs().stream())
        .allMatch(runs -> runs.failed() == 0);
  }

  /**
   * The report of all stages. If the audit was interrupted before the bets, their report says so.
   */
  private static <D> StagedReport staged(Auditor auditor, PlannedClaim<D> claim) {
    if (isForeign(claim)) {
      StagedReport staged =
          StagedAuditor.of(auditor).allStages().audit(claim.mechanism(), claim.pairs());
      if (staged.audit().isPresent()) {
        return staged;
      }
    }
    return StagedReport.of(auditor.audit(claim.mechanism(), claim.pairs()));
  }

  private Auditor auditor(PlannedClaim<?> claim, int index, AuditCourse course) {
    double errorProbability = claims.shares().get(index);
    Auditor auditor =
        plain(claim).errorProbability(errorProbability).maximumRuns(maximumRuns(claim));
    auditor = claim.budget().time().map(auditor::maximumDuration).orElse(auditor);
    auditor = cluster.isPresent() ? cluster.get().applyTo(auditor, index) : auditor;
    auditor = wholeBudget ? auditor.untilBudgetEnds() : auditor;
    return watched(kept(auditor, claim, index), claim, errorProbability, course);
  }

  private long maximumRuns(PlannedClaim<?> claim) {
    return runs.orElse(claim.budget().runs());
  }

  private Auditor kept(Auditor auditor, PlannedClaim<?> claim, int index) {
    return checkpoints.map(directory -> directory.keep(auditor, index + 1, claim)).orElse(auditor);
  }

  private Auditor watched(
      Auditor auditor, PlannedClaim<?> claim, double errorProbability, AuditCourse course) {
    AuditProgress words =
        new AuditProgress(
            claim.name(),
            maximumRuns(claim),
            errorProbability,
            claim.budget().time(),
            System::nanoTime);
    return auditor
        .progress(
            checkpoint ->
                course.observed(
                    claim.name(), maximumRuns(claim), checkpoint, words.describe(checkpoint)))
        .resumed(
            checkpoint -> {
              words.resumed(checkpoint);
              course.resumed(claim.name(), checkpoint);
            });
  }

  private static List<String> notes(PlannedClaim<?> claim) {
    List<String> notes = new ArrayList<>();
    String mechanism = "Mechanism: " + mechanism(claim) + ".";
    notes.add(
        claim
            .event()
            .map(event -> mechanism + " What a run spends: " + event.describe() + ".")
            .orElse(mechanism));
    claim.event().ifPresent(event -> notes.add(comparison(claim)));
    String observation = claim.observation().describe();
    if (!observation.isEmpty()) {
      notes.add(observation);
    }
    return notes;
  }

  private static String mechanism(PlannedClaim<?> claim) {
    // About half of the trials of a request run on either dataset.
    return claim.mechanism() instanceof OutsideMechanism program
        ? claim.mechanismInWords()
            + ", asked for up to "
            + program.trialsPerRequest() / 2
            + " runs at once"
        : claim.mechanismInWords();
  }

  private static String comparison(PlannedClaim<?> claim) {
    double claimed = ClaimFamily.of(claim.guarantee()).claimed();
    double certified = claim.certified().orElseThrow().interval().upper();
    if (certified <= claimed) {
      return "The accountant proves the claim.";
    }
    return certified > claimed * (1 + ROUNDING)
        ? "The accountant does not prove the claim: what it certifies is weaker."
        : "The claim equals what the accountant certifies, to within rounding.";
  }

  /**
   * Further runs after a verdict, which do not change the verdict.
   *
   * @param auditor the auditor of the verdict
   * @param claim the claim
   * @param seed root of the seeds of these runs
   * @param <D> the type of datasets
   */
  record FurtherRuns<D>(Auditor auditor, PlannedClaim<D> claim, long seed) {
    private static final String OWN =
        "It draws randomness of its own, or keeps a state: with the same seeds it gave other"
            + " outputs. The command repeats the audit, not its numbers.";

    /**
     * The result of further runs on a refuted claim.
     *
     * @param findings the place of the leak, and the smallest pair that shows the leak, in words
     * @param standsAtBits number of bits to which outputs were rounded when the claim stood, if it
     *     did
     */
    record Explanation(List<String> findings, OptionalInt standsAtBits) {
      static final Explanation NONE = new Explanation(List.of(), OptionalInt.empty());
    }

    /** The place of a leak, and the smallest pair that shows the leak. */
    Explanation explain(StagedReport refuted) {
      Optional<String> smaller =
          refuted
              .conclusion()
              .flatMap(report -> new SmallerPair<>(auditor, claim, seed).explain(report));
      Optional<LowestBits.Stand> stand = lowestBits();
      return new Explanation(
          Stream.of(stand.map(LowestBits.Stand::words), smaller).flatMap(Optional::stream).toList(),
          stand.map(at -> OptionalInt.of(at.bits())).orElse(OptionalInt.empty()));
    }

    private Optional<LowestBits.Stand> lowestBits() {
      if (!claim.observation().bits().areAll()) {
        return Optional.empty();
      }
      return auditor
          .precision(claim.mechanism(), claim.pairs())
          .flatMap(
              precision ->
                  new LowestBits(
                          bits ->
                              auditor.significantBits(bits).audit(claim.mechanism(), claim.pairs()),
                          precision)
                      .explain());
    }

    /** The notes for every verdict. */
    List<String> notes() {
      return Stream.of(hidesNothing(), ownRandomness()).flatMap(Optional::stream).toList();
    }

    /**
     * A note on mechanisms that draw their own randomness. Built-in mechanisms draw from the given
     * generator only.
     */
    private Optional<String> ownRandomness() {
      boolean own =
          claim.event().isEmpty() && auditor.drawsOwnRandomness(claim.mechanism(), claim.pairs());
      return own ? Optional.of(OWN) : Optional.empty();
    }

    private Optional<String> hidesNothing() {
      SignificantBits bits = claim.observation().bits();
      return bits.areAll() || bits.isChosen()
          ? Optional.empty()
          : auditor
              .precision(claim.mechanism(), claim.pairs())
              .flatMap(precision -> LowestBits.hidesNothing(bits.count(), precision));
    }
  }

  /**
   * Tests whether a refuted claim stands when its outputs are rounded, since floating-point noise
   * of any size reveals the data by its lowest bits. The test consists of further audits with the
   * same budget, which do not change the verdict.
   *
   * @param audit an audit of the same claim with outputs rounded to a number of significant bits
   * @param precision the precision of outputs, by runs that none of these audits shares
   */
  record LowestBits(IntFunction<AuditReport> audit, OutputPrecision precision) {
    /**
     * A claim that stands when outputs are rounded.
     *
     * @param bits largest number of significant bits at which the claim stood
     * @param words the result in words
     */
    record Stand(int bits, String words) {}

    /**
     * The place of the leak, if the claim stands at the smallest number of bits. A claim that does
     * not stand there leaks in more than the lowest bits.
     */
    Optional<Stand> explain() {
      Optional<AuditReport> stands = Optional.empty();
      int standsAt = 0;
      int fallsAt = precision.bits();
      for (int bits : precision.roundings()) {
        AuditReport report = audit.apply(bits);
        if (report.verdict() != Verdict.NOT_REFUTED) {
          fallsAt = bits;
          break;
        }
        stands = Optional.of(report);
        standsAt = bits;
      }
      int bits = standsAt;
      String words = words(standsAt, fallsAt);
      return stands.map(report -> new Stand(bits, words + bound(report.lowerBound())));
    }

    /** A warning if rounding to the requested number of bits hides nothing. */
    static Optional<String> hidesNothing(int bits, OutputPrecision precision) {
      if (bits < precision.bits()) {
        return Optional.empty();
      }
      String words =
          "Rounding to "
              + bits
              + " significant bits hides nothing: of the numbers of "
              + precision.runs()
              + " further runs none has more than "
              + precision.bits();
      return Optional.of(
          words
              + (precision.isSingle() ? ", as in single precision" : "")
              + precision.roundings().stream()
                  .findFirst()
                  .map(fewer -> "; take " + fewer + " to try the algorithm.")
                  .orElse("."));
    }

    private String words(int standsAt, int fallsAt) {
      return String.format(
          "the leak lies below bit %s: with outputs rounded to %s significant bits the claim"
              + " stands, %s it does not%s; release on a grid, or audit with 'significant_bits: %s'"
              + " if that is what is released",
          standsAt,
          standsAt,
          fallsAt == precision.bits() ? "unrounded" : "rounded to " + fallsAt,
          precision.isSingle() ? " (numbers are in single precision)" : "",
          standsAt);
    }

    private static String bound(LowerBound bound) {
      return String.format(
          " (there %s%s%s)", bound.currency(), bound.value() > 0 ? " > " : " >= ", bound.value());
    }
  }
}
