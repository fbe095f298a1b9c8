package org.assay.verify.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.audit.AuditReport.Power;
import org.assay.verify.audit.Witness.Evidence;
import org.assay.verify.internal.distinguish.LearningMemory;
import org.assay.verify.internal.distinguish.ScoredTrials;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceBounds;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.TrialPlan.BatchShare;
import org.assay.verify.trial.TrialRunner;

/** One audit in progress. Only the runs themselves use several threads. */
final class AuditSession<D> {
  /**
   * Number of lines of a curved claim that are bet against. Not tuned: time grows with this number.
   */
  private static final int LINES = 32;

  private final AuditSettings settings;
  private final List<PairState<D>> pairs = new ArrayList<>();
  private final List<Checkpoint> trajectory = new ArrayList<>();
  private final ClaimFamily family;
  private final ClaimBets book;
  private final BoundSearch bounds;
  private final Power power;
  private final double threshold;
  private final Allocation allocation = new Allocation();
  private long runs;

  /** Whether a checkpoint was replayed and the listener has not been told. */
  private boolean replayed;

  AuditSession(AuditSettings settings, List<AdjacentPair<D>> adjacentPairs) {
    this.settings = settings;
    this.threshold = -Rounding.logDown(settings.errorProbability());
    this.family = ClaimFamily.of(settings.claim());
    List<SupportingLine> lines = SupportingLines.of(settings.claim(), LINES);
    LearningMemory memory = new LearningMemory(adjacentPairs.size());
    for (AdjacentPair<D> pair : adjacentPairs) {
      pairs.add(new PairState<>(pair, representatives(lines), memory));
    }
    List<DivergenceBound> bounds = DivergenceBounds.of(settings.claim());
    this.book = new ClaimBets(lines, bounds, pairs.size());
    this.bounds = new BoundSearch(family, threshold, pairs.size());
    this.power =
        new PowerCheck(settings.claim(), lines)
            .of(settings.maximumRuns(), threshold + book.logShare(), pairs.size());
  }

  AuditReport run(TrialRunner<D> runner, Optional<CheckpointFile> kept, long started) {
    if (power.runsForLeak() > settings.maximumRuns()) {
      return report(
          Verdict.INCONCLUSIVE,
          "even a mechanism that names its dataset would need about "
              + power.runsForLeak()
              + " runs to be refuted at this error probability; raise the number of runs",
          started);
    }
    try {
      while (runs < settings.maximumRuns()) {
        Optional<List<List<ScoredTrials>>> batch = nextBatch(runner, kept);
        if (batch.isEmpty()) {
          return report(Verdict.INCONCLUSIVE, "time ran out before the claim was refuted", started);
        }
        observe(runner, batch.get());
        if (isRefuted() && !settings.wholeBudget()) {
          break;
        }
      }
      return unrefuted(started);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return report(Verdict.INCONCLUSIVE, "the audit was interrupted", started);
    }
  }

  /**
   * The report of a claim that stood. If the runs could not have refuted anything, the report is
   * inconclusive.
   */
  private AuditReport unrefuted(long started) {
    if (power.learningRunsForLeak() > settings.maximumRuns()) {
      return report(
          Verdict.INCONCLUSIVE,
          "the claim stood, but even a mechanism that names its dataset would have been refuted"
              + " only by about "
              + power.learningRunsForLeak()
              + " runs; raise the number of runs",
          started);
    }
    List<PairState<D>> silent =
        pairs.stream().filter(pair -> pair.runs().showedOnlyFailures()).toList();
    if (silent.size() == pairs.size()) {
      return report(
          Verdict.INCONCLUSIVE,
          "nearly all runs failed" + failure(silent) + ": nothing else was looked at",
          started);
    }
    return report(
        Verdict.NOT_REFUTED,
        "the claim stood for the whole budget, which suffices for a mechanism that "
            + power.smallestFound(family.currency())
            + " "
            + AuditReport.onOneOf(pairs.size())
            + silence(silent)
            + unseen().stream().map(part -> "; " + part).collect(Collectors.joining()),
        started);
  }

  /** Whether the runs so far would have refuted a mechanism that names its dataset. */
  private boolean isTelling() {
    return isRefuted()
        || (runs >= power.learningRunsForLeak()
            && !pairs.stream().allMatch(pair -> pair.runs().showedOnlyFailures()));
  }

  private String silence(List<PairState<D>> silent) {
    return silent.isEmpty()
        ? ""
        : "; on "
            + silent.size()
            + " of "
            + pairs.size()
            + " pairs nearly all runs failed"
            + failure(silent)
            + ", and nothing else was looked at there";
  }

  /** The parts of the outputs that no learner saw, for the reader of "not refuted". */
  private List<String> unseen() {
    return pairs.stream()
        .flatMap(pair -> pair.unseen(settings.significantBits()).stream())
        .distinct()
        .toList();
  }

  private static <D> String failure(List<PairState<D>> silent) {
    return silent.stream()
        .flatMap(pair -> pair.failure().stream())
        .findFirst()
        .map(kind -> " (" + kind + ")")
        .orElse("");
  }

  /**
   * The next batch: from the checkpoint until its end, then from new runs, which are added to the
   * checkpoint.
   */
  private Optional<List<List<ScoredTrials>>> nextBatch(
      TrialRunner<D> runner, Optional<CheckpointFile> kept) throws InterruptedException {
    Optional<List<List<ScoredTrials>>> known = kept.flatMap(file -> file.replay(pairs));
    if (known.isPresent()) {
      replayed = true;
      return known;
    }
    tellOfResumption();
    Optional<List<List<ScoredTrials>>> batch = nextBatch(runner);
    if (batch.isPresent()) {
      kept.ifPresent(file -> file.append(batch.get()));
    }
    return batch;
  }

  private void tellOfResumption() {
    if (replayed) {
      replayed = false;
      settings.listeners().resumption().accept(trajectory.get(trajectory.size() - 1));
    }
  }

  private Optional<List<List<ScoredTrials>>> nextBatch(TrialRunner<D> runner)
      throws InterruptedException {
    int size = Allocation.batchSize(runs, pairs.size(), settings.maximumRuns() - runs);
    int[] counts = allocation.spread(size, estimates());
    List<BatchShare<D, ScoredTrials>> shares = new ArrayList<>();
    long first = runs;
    for (int i = 0; i < counts.length; i++) {
      shares.add(pairs.get(i).share(first, counts[i]));
      first += counts[i];
    }
    return runner.run(shares);
  }

  private List<GrowthEstimates> estimates() {
    return pairs.stream().map(PairState::estimates).toList();
  }

  private void observe(TrialRunner<D> runner, List<List<ScoredTrials>> batch)
      throws InterruptedException {
    List<Integer> seen =
        IntStream.range(0, batch.size()).filter(i -> !batch.get(i).isEmpty()).boxed().toList();
    for (int i : seen) {
      pairs.get(i).settle(i, batch.get(i), book, bounds);
      runs += batch.get(i).stream().mapToLong(t -> t.leftRuns() + (long) t.rightRuns()).sum();
    }
    runner.doAll(seen.stream().<Runnable>map(i -> () -> pairs.get(i).learn(batch.get(i))).toList());
    for (int i : seen) {
      pairs.get(i).plan(i, book, bounds);
    }
    allocation.observe(estimates());
    Checkpoint checkpoint = new Checkpoint(runs, book.logWealth());
    bounds.checkpoint(runs, checkpoint.logWealth());
    trajectory.add(checkpoint);
    settings.listeners().progress().accept(checkpoint);
  }

  private boolean isRefuted() {
    return book.peak() >= threshold;
  }

  /**
   * The lower bound of the true parameter. A refuted claim gives such a bound too; the bound is
   * then wrong if either of two errors happened.
   */
  private LowerBound lowerBound() {
    double value = isRefuted() ? Math.max(family.claimed(), bounds.value()) : bounds.value();
    int errors = isRefuted() ? 2 : 1;
    return new LowerBound(
        family.currency(),
        value,
        family.claimed(),
        errors * settings.errorProbability(),
        bounds.trajectory());
  }

  /** The report. A claim that was refuted stays refuted, however the audit ended. */
  private AuditReport report(Verdict otherwise, String otherReason, long started) {
    tellOfResumption();
    Verdict verdict = isRefuted() ? Verdict.REFUTED : otherwise;
    String reason = isRefuted() ? Evidence.describe(book.peak()) : otherReason;
    OptionalInt shown = mostTelling();
    return new AuditReport(
        settings.claim(),
        verdict,
        reason,
        settings.errorProbability(),
        settings.errorProbability(),
        settings.seed(),
        settings.maximumRuns(),
        runs,
        trajectory,
        lowerBound(),
        isTelling(),
        verdict == Verdict.REFUTED ? List.of() : unseen(),
        shown.isPresent() ? pairs.get(shown.getAsInt()).witness() : Optional.empty(),
        shown.isPresent() ? pairs.get(shown.getAsInt()).tradeoff() : List.of(),
        pairs.stream().map(PairState::runs).toList(),
        power,
        Optional.of(Duration.ofNanos(settings.clock().getAsLong() - started)));
  }

  /** The most promising pair with a witness; without any witness, the most promising pair. */
  private OptionalInt mostTelling() {
    int best = -1;
    for (int i = 0; i < pairs.size(); i++) {
      if (pairs.get(i).witness().isPresent()
          && (best < 0 || pairs.get(i).promise() > pairs.get(best).promise())) {
        best = i;
      }
    }
    return OptionalInt.of(best < 0 ? Allocation.mostPromising(pairs) : best);
  }

  /** A few of the lines, by which learners compare columns. */
  private static List<SupportingLine> representatives(List<SupportingLine> lines) {
    int size = lines.size();
    return size < 3 ? lines : List.of(lines.get(0), lines.get(size / 4), lines.get(size / 2));
  }
}
