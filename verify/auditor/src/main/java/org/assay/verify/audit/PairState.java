package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.audit.AuditReport.PairRuns;
import org.assay.verify.audit.LowerBound.TradeoffPoint;
import org.assay.verify.audit.Witness.Frequency;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.LearningMemory;
import org.assay.verify.internal.distinguish.PairLearner;
import org.assay.verify.internal.distinguish.ScoredTrials;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialPlan.BatchShare;

/** The state of one pair in an audit: its learner, its runs, its latest evidence. */
final class PairState<D> {
  private final AdjacentPair<D> pair;
  private final PairLearner learner;
  private long leftRuns;
  private long rightRuns;
  private long failedRuns;
  private Optional<String> failure = Optional.empty();
  private double promise;
  private GrowthEstimates estimates = GrowthEstimates.NONE;
  private Optional<Witness> witness = Optional.empty();

  /** Counts of the latest batch, in the bins of the learner that is shown. */
  private Optional<BinCounts> shown = Optional.empty();

  PairState(AdjacentPair<D> pair, List<SupportingLine> lines, LearningMemory memory) {
    this.pair = pair;
    double[] direction = pair.canaryDirection().orElseGet(() -> new double[0]);
    this.learner = new PairLearner(direction, lines, memory);
  }

  /** Cautious estimate of the growth of the best bet on this pair, in nats per run. */
  double promise() {
    return promise;
  }

  /** Growth estimates of this pair, more and less cautious ones. */
  GrowthEstimates estimates() {
    return estimates;
  }

  PairRuns runs() {
    return new PairRuns(pair.description(), leftRuns, rightRuns, failedRuns);
  }

  /** The parts of the outcomes that learners do not see, in words. */
  List<String> unseen(int bits) {
    return learner.unseen(bits);
  }

  /** The description of a run's failure; empty if no failure is known. */
  Optional<String> failure() {
    return failure;
  }

  Optional<Witness> witness() {
    return witness;
  }

  /**
   * The observed trade-off of the last batch. Computed on demand, since its intervals are
   * expensive.
   */
  List<TradeoffPoint> tradeoff() {
    return shown.map(PairState::tradeoff).orElse(List.of());
  }

  /** This pair's trials of the next batch, scored where they run. */
  BatchShare<D, ScoredTrials> share(long first, int count) {
    return new BatchShare<>(pair, first, count, learner::score);
  }

  /** Scores trials that were run earlier. */
  ScoredTrials score(TrialBatch trials) {
    return learner.score(trials);
  }

  /**
   * Settles all bets on trials. The bets were planned from the current counts.
   *
   * @param trials at least one
   */
  void settle(int index, List<ScoredTrials> trials, ClaimBets book, BoundSearch bounds) {
    trials.forEach(this::count);
    int informative = learner.mostInformative();
    List<BinCounts> fresh = BinCounts.sum(trials.stream().map(ScoredTrials::counts).toList());
    if (!fresh.isEmpty()) {
      book.settle(index, fresh);
      bounds.settle(index, fresh);
      record(index, book, fresh, informative);
    }
  }

  /** Learns from settled trials. Several pairs may learn at the same time. */
  void learn(List<ScoredTrials> trials) {
    learner.learn(trials);
  }

  /** Plans new bets from the learner's counts. */
  void plan(int index, ClaimBets book, BoundSearch bounds) {
    book.plan(index, learner.past());
    bounds.plan(index, learner.past());
    promise = book.promise(index, learner.past());
    estimates = book.estimates(index, learner.past());
  }

  private void count(ScoredTrials trials) {
    leftRuns += trials.leftRuns();
    rightRuns += trials.rightRuns();
    failedRuns += trials.failures();
    if (trials.failures() > 0 && failure.isEmpty()) {
      failure = trials.outcomes().flatMap(PairState::failure);
    }
  }

  private static Optional<String> failure(TrialBatch trials) {
    return IntStream.range(0, trials.size())
        .mapToObj(trials::outcome)
        .filter(Outcome::isFailure)
        .map(Outcome::toString)
        .findFirst();
  }

  private void record(int index, ClaimBets book, List<BinCounts> fresh, int informative) {
    List<LeaderBets.Choice> telling = book.sufficient(index, learner.past());
    witness =
        telling.stream()
            .min(Comparator.comparingInt(this::effort))
            .map(choice -> witness(choice, fresh.get(choice.learner())));
    LeaderBets.Choice leader = book.leaders(index).get(0);
    shown = Optional.of(fresh.get(leader.bet().isActive() ? leader.learner() : informative));
  }

  /** Effort of reading the event of a bet. */
  private int effort(LeaderBets.Choice choice) {
    return learner.effort(choice.learner(), choice.bet().from(), choice.bet().to());
  }

  private Witness witness(LeaderBets.Choice choice, BinCounts fresh) {
    int from = choice.bet().from();
    int to = choice.bet().to();
    return new Witness(
        pair.description(),
        learner.describe(choice.learner(), from, to),
        choice.bet().favoursLeft(),
        Frequency.of(fresh.left(from, to), fresh.left(0, fresh.bins())),
        Frequency.of(fresh.right(from, to), fresh.right(0, fresh.bins())));
  }

  /** One point for every bin as a threshold. The dataset that upper bins favour is called left. */
  private static List<TradeoffPoint> tradeoff(BinCounts fresh) {
    int bins = fresh.bins();
    long left = fresh.left(0, bins);
    long right = fresh.right(0, bins);
    List<TradeoffPoint> points = new ArrayList<>();
    long previous = -1;
    for (int from = 1; from < bins; from++) {
      long above = fresh.left(from, bins) + fresh.right(from, bins);
      if (above != previous) {
        Frequency falsePositive = Frequency.of(fresh.right(from, bins), right);
        points.add(new TradeoffPoint(falsePositive, Frequency.of(fresh.left(0, from), left)));
      }
      previous = above;
    }
    return points;
  }
}
