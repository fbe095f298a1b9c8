package org.assay.verify.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The results of a batch of trials on one pair: for each trial the coin and the outcome. */
public final class TrialBatch {
  private final boolean[] left;
  private final List<Outcome> outcomes;

  TrialBatch(boolean[] left, List<Outcome> outcomes) {
    this.left = left;
    this.outcomes = outcomes;
  }

  /**
   * Trials that ran earlier.
   *
   * @param left the coins
   * @param outcomes as many outcomes
   * @return the batch
   * @throws IllegalArgumentException if the numbers differ
   */
  public static TrialBatch of(boolean[] left, List<Outcome> outcomes) {
    if (left.length != outcomes.size()) {
      throw new IllegalArgumentException(
          "outcomes were " + outcomes.size() + " for " + left.length + " coins: give as many");
    }
    return new TrialBatch(left.clone(), List.copyOf(outcomes));
  }

  /**
   * The trials of several batches, one after the other.
   *
   * @param batches the batches
   * @return one batch
   */
  public static TrialBatch join(List<TrialBatch> batches) {
    int size = batches.stream().mapToInt(TrialBatch::size).sum();
    boolean[] left = new boolean[size];
    List<Outcome> outcomes = new ArrayList<>(size);
    for (TrialBatch batch : batches) {
      System.arraycopy(batch.left, 0, left, outcomes.size(), batch.size());
      outcomes.addAll(batch.outcomes);
    }
    return new TrialBatch(left, outcomes);
  }

  /**
   * The first trials.
   *
   * @param trials number of trials, at most the size of this batch
   * @return a batch of these trials
   */
  public TrialBatch first(int trials) {
    return new TrialBatch(Arrays.copyOf(left, trials), outcomes.subList(0, trials));
  }

  /**
   * The number of trials.
   *
   * @return at least 0
   */
  public int size() {
    return left.length;
  }

  /**
   * The side chosen by a trial's fair coin.
   *
   * @param trial index within the batch
   * @return whether the mechanism ran on the left dataset
   */
  public boolean ranOnLeft(int trial) {
    return left[trial];
  }

  /**
   * The outcome of a trial.
   *
   * @param trial index within the batch
   * @return the outcome
   */
  public Outcome outcome(int trial) {
    return outcomes.get(trial);
  }

  /**
   * The outcomes of all trials.
   *
   * @return an unmodifiable list, by trial
   */
  public List<Outcome> outcomes() {
    return Collections.unmodifiableList(outcomes);
  }
}
