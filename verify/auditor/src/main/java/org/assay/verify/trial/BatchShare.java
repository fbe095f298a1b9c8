package org.assay.verify.trial;

import java.util.function.Function;
import org.assay.accountant.privacy.Parameters;

/**
 * A pair's share of a batch: consecutive trials, and what their outcomes are turned into. The
 * trials are read in chunks as they finish, on the threads that ran them, so that nothing must hold
 * all outcomes at once.
 *
 * @param pair the pair with the datasets
 * @param first number of the first trial, at least 0; no two trials of an audit share a number
 * @param count how many trials, at least 0
 * @param reader called once for each chunk, concurrently for different chunks
 * @param <D> the type of datasets
 * @param <T> what a chunk is turned into
 */
public record BatchShare<D, T>(
    AdjacentPair<D> pair, long first, int count, Function<TrialBatch, T> reader) {
  /**
   * Checks the counts.
   *
   * @throws IllegalArgumentException if a count is negative
   */
  public BatchShare {
    Parameters.requireNonNegative("first", (double) first);
    Parameters.requireNonNegative("count", count);
  }
}
