package org.assay.verify.internal.distinguish;

import java.util.List;
import java.util.Optional;
import org.assay.verify.trial.TrialBatch;

/** A batch of trials of one pair, counted in the bins of the current scorers. */
public final class ScoredTrials {
  private final Optional<TrialBatch> outcomes;
  private final Optional<OutcomeTable> rows;
  private final List<BinCounts> counts;
  private final int leftRuns;
  private final int rightRuns;
  private final int failures;
  private final List<double[]> notes;

  private ScoredTrials(
      int leftRuns,
      int rightRuns,
      int failures,
      Optional<TrialBatch> outcomes,
      Optional<OutcomeTable> rows,
      List<BinCounts> counts,
      List<double[]> notes) {
    this.outcomes = outcomes;
    this.rows = rows;
    this.counts = List.copyOf(counts);
    this.leftRuns = leftRuns;
    this.rightRuns = rightRuns;
    this.failures = failures;
    this.notes = List.copyOf(notes);
  }

  /**
   * Trials to learn from. Their rows are empty if the trials were run before anything was fitted.
   */
  static ScoredTrials kept(TrialBatch trials, Optional<OutcomeTable> rows, List<BinCounts> counts) {
    int left = leftRuns(trials);
    return new ScoredTrials(
        left, trials.size() - left, failures(trials), Optional.of(trials), rows, counts, List.of());
  }

  /** Trials of which only the counts and the rare values are kept. */
  static ScoredTrials counted(TrialBatch trials, List<BinCounts> counts, List<double[]> notes) {
    int left = leftRuns(trials);
    return counted(left, trials.size() - left, failures(trials), counts, notes);
  }

  /**
   * Trials of which only the counts are known.
   *
   * @param leftRuns trials on the left dataset
   * @param rightRuns trials on the right dataset
   * @param failures trials of either that failed
   * @param counts counts by learner
   * @param notes result of {@link #notes}
   * @return the trials
   */
  public static ScoredTrials counted(
      int leftRuns, int rightRuns, int failures, List<BinCounts> counts, List<double[]> notes) {
    return new ScoredTrials(
        leftRuns, rightRuns, failures, Optional.empty(), Optional.empty(), counts, notes);
  }

  private static int leftRuns(TrialBatch trials) {
    int left = 0;
    for (int i = 0; i < trials.size(); i++) {
      left += trials.ranOnLeft(i) ? 1 : 0;
    }
    return left;
  }

  private static int failures(TrialBatch trials) {
    int failures = 0;
    for (int i = 0; i < trials.size(); i++) {
      failures += trials.outcome(i).isFailure() ? 1 : 0;
    }
    return failures;
  }

  /**
   * Number of trials of either dataset that failed.
   *
   * @return the count
   */
  public int failures() {
    return failures;
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
   * @return the trials; empty once learners need no single outcomes
   */
  public Optional<TrialBatch> outcomes() {
    return outcomes;
  }

  /**
   * Numbers of trials by bin.
   *
   * @return counts by learner; empty if nothing had been fitted
   */
  public List<BinCounts> counts() {
    return counts;
  }

  /**
   * Summary of trials that are not stored: extreme and recurring values, as numbers.
   *
   * @return the numbers, which must not be changed; empty for stored trials
   */
  public List<double[]> notes() {
    return notes;
  }

  /** The trials as rows of numbers. */
  Optional<OutcomeTable> rows() {
    return rows;
  }
}
