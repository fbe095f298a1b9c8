package org.assay.verify.internal.distinguish;

import org.assay.accountant.privacy.Parameters;

/**
 * Limits of the outcomes that an audit stores to learn from. All pairs together store at most 2^19
 * outcomes and 12 times as many numbers, which take 48 MiB. With many pairs each may still store
 * 2^12 outcomes or 2^16 numbers (512 KiB). The limits depend on the number of pairs only: an audit
 * gives the same result with every heap size.
 *
 * @param pairs number of pairs that share the memory, at least 1
 */
public record LearningMemory(int pairs) {
  /** Stored outcomes of all pairs together. Not tuned: bounds memory. */
  private static final int OUTCOMES = 1 << 19;

  /** Outcomes that a pair may store however many pairs there are. Not tuned. */
  private static final int LEAST_OUTCOMES = 1 << 12;

  /**
   * Outcomes that a pair may store however few pairs there are. Not tuned: bounds the time of a
   * fit.
   */
  private static final int MOST_OUTCOMES = 1 << 17;

  /**
   * Stored numbers of all pairs together. An outcome that is a single number has a row of about 12
   * numbers.
   */
  private static final int NUMBERS = 12 * OUTCOMES;

  /** Numbers that a pair may store however many pairs there are: 512 KiB. Not tuned. */
  private static final int LEAST_NUMBERS = 1 << 16;

  /** Numbers that a pair may store however few pairs there are: 32 MiB. Not tuned. */
  private static final int MOST_NUMBERS = 1 << 22;

  /**
   * Checks the number of pairs.
   *
   * @throws IllegalArgumentException if {@code pairs} is less than 1
   */
  public LearningMemory {
    Parameters.requireAtLeastOne("pairs", pairs);
  }

  /** Number of rows of {@code width} numbers that a pair stores. */
  int rows(int width) {
    int outcomes = Math.max(LEAST_OUTCOMES, Math.min(MOST_OUTCOMES, OUTCOMES / pairs));
    int numbers = Math.max(LEAST_NUMBERS, Math.min(MOST_NUMBERS, NUMBERS / pairs));
    return Math.min(outcomes, numbers / width);
  }

  /**
   * Number of outcomes that a pair stores whole, besides their rows, until the choice of columns is
   * final.
   *
   * @param size memory of one outcome, in doubles
   */
  int wholeOutcomes(int size) {
    int numbers = Math.max(LEAST_NUMBERS, Math.min(MOST_NUMBERS, NUMBERS / pairs));
    return Math.max(1, numbers / size);
  }
}
