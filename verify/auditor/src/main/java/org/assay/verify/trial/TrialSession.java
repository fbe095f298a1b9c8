package org.assay.verify.trial;

import java.util.List;
import org.assay.verify.trial.TrialPlan.TrialRange;

/**
 * The trials of one audit on a cluster. For every range a session returns the result of {@link
 * TrialWorker#run}, or nothing at all. Trials must not be dropped, replaced or chosen. Lost trials
 * must not be run again unless the plan {@linkplain TrialPlan#isRepeatable is repeatable}.
 */
public interface TrialSession extends AutoCloseable {
  /** Receives the results of ranges. */
  @FunctionalInterface
  interface Sink {
    /**
     * Called on the thread that called {@link TrialSession#run}, in the order of the ranges.
     *
     * @param first index of a range
     * @param batches the trials of this range and of those that follow it
     * @throws InterruptedException if the audit was interrupted
     */
    void accept(int first, List<TrialBatch> batches) throws InterruptedException;
  }

  /**
   * The preferred number of trials in a range. The number may depend on measured times, since
   * outcomes do not depend on the division into ranges.
   *
   * @param trials number of trials that will be run together, at least 1
   * @return at least 1
   */
  int trialsPerRange(long trials);

  /**
   * Runs trials and waits for them.
   *
   * @param ranges the trials
   * @param deadline the {@link System#nanoTime} at which to give up; {@link Long#MAX_VALUE} for
   *     none
   * @param sink receives every range exactly once if all were run
   * @return false if the deadline passed first; all trials are then void
   * @throws InterruptedException if the caller was interrupted; running trials are cancelled and
   *     all trials are void
   * @throws TrialCluster.TrialClusterException if trials were lost and could not or must not be run
   *     again
   */
  boolean run(List<TrialRange> ranges, long deadline, Sink sink) throws InterruptedException;

  /** Cancels running trials and forgets the plan. */
  @Override
  void close();
}
