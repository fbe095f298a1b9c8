package org.assay.verify.trial;

import java.io.Serializable;
import org.assay.accountant.privacy.Parameters;

/**
 * Consecutive trials on one pair.
 *
 * @param pair the pair's index in the audit, at least 0
 * @param first number of the first trial, at least 0
 * @param count how many, at least 1
 */
public record TrialRange(int pair, long first, int count) implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public TrialRange {
    Parameters.requireNonNegative("pair", pair);
    Parameters.requireNonNegative("first", (double) first);
    Parameters.requireAtLeastOne("count", count);
  }
}
