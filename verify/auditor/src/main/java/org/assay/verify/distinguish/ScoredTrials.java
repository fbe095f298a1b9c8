package org.assay.verify.distinguish;

import java.util.List;
import java.util.Optional;
import org.assay.verify.trial.TrialBatch;

/** Trials after the scorers in force have seen them. */
public final class ScoredTrials {
  private final Optional<TrialBatch> outcomes;
  private final Optional<OutcomeTable> rows;
  private final List<BinCounts> counts;
  private final int leftRuns;
  private final int rightRuns;

  private ScoredTrials(
      TrialBatch trials,
      Optional<TrialBatch> outcomes,
      Optional<OutcomeTable> rows,
      List<BinCounts> counts) {
    this.outcomes = outcomes;
    this.rows = rows;
    this.counts = List.copyOf(counts);
    int left = 0;
    for (int i = 0; i < trials.size(); i++) {
      left += trials.ranOnLeft(i) ? 1 : 0;
    }
    this.leftRuns = left;
    this.rightRuns = trials.size() - left;
  }

  /** Trials that came before anything was fitted. */
  static ScoredTrials unseen(TrialBatch trials) {
    return new ScoredTrials(trials, Optional.of(trials), Optional.empty(), List.of());
  }

  /** Trials to learn from. */
  static ScoredTrials kept(TrialBatch trials, OutcomeTable rows, List<BinCounts> counts) {
    return new ScoredTrials(trials, Optional.of(trials), Optional.of(rows), counts);
  }

  /** Trials of which only the counts matter. */
  static ScoredTrials counted(TrialBatch trials, List<BinCounts> counts) {
    return new ScoredTrials(trials, Optional.empty(), Optional.empty(), counts);
  }

  /**
   * Trials on the left dataset.
   *
   * @return the count
   */
  public int leftRuns() {
    return leftRuns;
  }

  /**
   * Trials on the right dataset.
   *
   * @return the count
   */
  public int rightRuns() {
    return rightRuns;
  }

  /**
   * The trials themselves.
   *
   * @return the trials; empty once there is nothing more to learn from single outcomes
   */
  public Optional<TrialBatch> outcomes() {
    return outcomes;
  }

  /**
   * How many trials fell into which bin.
   *
   * @return counts by learner; empty if nothing had been fitted yet
   */
  public List<BinCounts> counts() {
    return counts;
  }

  /** What the learners see of the trials. */
  Optional<OutcomeTable> rows() {
    return rows;
  }
}
