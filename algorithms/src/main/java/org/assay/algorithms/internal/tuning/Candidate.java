package org.assay.algorithms.internal.tuning;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;

/**
 * A private computation that may turn out to be the best one.
 *
 * @param event what one run spends, its score included, whatever the data are
 * @param mechanism runs it
 * @param <D> the kind of data
 * @param <R> the kind of release
 */
public record Candidate<D, R>(DpEvent event, Mechanism<D, R> mechanism) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is missing
   */
  public Candidate {
    Parameters.requireGiven("event", event);
    Parameters.requireGiven("mechanism", mechanism);
  }

  /**
   * A private computation with a score.
   *
   * @param <D> the kind of data
   * @param <R> the kind of release
   */
  @FunctionalInterface
  public interface Mechanism<D, R> {
    /**
     * Runs it once, with fresh randomness.
     *
     * @param data the data
     * @return the release with its score
     */
    Scored<R> run(D data, RandomGenerator random);
  }
}
