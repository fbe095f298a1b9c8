package org.assay.algorithms.internal.tuning;

import org.assay.accountant.privacy.InvalidParameterException;

/**
 * What a run released, and how good it is by a score that was released with it.
 *
 * @param score a number, larger is better; computed from the data with noise that the run's event
 *     accounts for
 * @param release all else that was released
 * @param <R> the kind of release
 */
public record Scored<R>(double score, R release) {
  /**
   * Checks that scores can be compared.
   *
   * @throws IllegalArgumentException if the score is not a number
   */
  public Scored {
    if (Double.isNaN(score)) {
      throw new InvalidParameterException("score", "was NaN: it must be a number");
    }
  }
}
