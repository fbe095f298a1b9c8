package org.assay.verify.trial;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A mechanism that is asked for many runs on one dataset at once, because every request is
 * expensive. The runs of one request must be as independent as runs of separate requests.
 *
 * @param <D> the type of datasets
 */
public interface BatchMechanism<D> extends Mechanism<D> {
  /**
   * The number of trials that are collected for a request. The collected trials on the same dataset
   * are requested together.
   *
   * @return at least 1, always the same
   */
  int trialsPerRequest();

  /**
   * Runs several times on one dataset. A run that fails is an outcome. An exception means that
   * there can be no outcomes; it ends the audit.
   *
   * @param dataset the data; must not be changed
   * @param seeds one for each run; an algorithm that draws its own randomness may ignore them
   * @param deadline the {@link System#nanoTime} at which to give up; {@link Long#MAX_VALUE} for
   *     none
   * @return an outcome for each seed; empty if the deadline passed first
   * @throws InterruptedException if the audit was cancelled
   */
  Optional<List<Outcome>> runAll(D dataset, long[] seeds, long deadline)
      throws InterruptedException;

  /**
   * The reason why there can be no more outcomes, if the reason lies outside the mechanism. Nothing
   * is concluded from such runs.
   *
   * @return empty as long as runs are answered
   */
  default Optional<String> failure() {
    return Optional.empty();
  }

  /** Ends the processes and connections of the mechanism. */
  default void close() {}

  @Override
  default Outcome run(D dataset, RandomGenerator random) throws InterruptedException {
    long[] seeds = {random.nextLong()};
    return runAll(dataset, seeds, Long.MAX_VALUE).orElseThrow().get(0);
  }
}
