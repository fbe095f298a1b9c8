package org.assay.verify.internal.distinguish;

import org.assay.accountant.privacy.Parameters;

/**
 * How many outcomes an audit stores to learn from. All pairs together store at most 2^19 outcomes
 * and 12 times as many numbers, which take 48 MiB; with so many pairs that less than 2^12 outcomes
 * or 2^16 numbers would be left to each, each has as many, which take 512 KiB. It depends on
 * nothing but the number of pairs, so that an audit comes out the same whatever the heap.
 *
 * @param pairs how many pairs share the memory, at least 1
 */
public record LearningMemory(int pairs) {
  private static final int OUTCOMES = 1 << 19;
  private static final int LEAST_OUTCOMES = 1 << 12;
  private static final int MOST_OUTCOMES = 1 << 17;

  /** Room for as many outcomes that are a single number. */
  private static final int NUMBERS = 12 * OUTCOMES;

  private static final int LEAST_NUMBERS = 1 << 16;
  private static final int MOST_NUMBERS = 1 << 22;

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if there is no pair
   */
  public LearningMemory {
    Parameters.requireAtLeastOne("pairs", pairs);
  }

  /** How many outcomes a pair stores whose rows have so many numbers. */
  int rows(int width) {
    int outcomes = Math.max(LEAST_OUTCOMES, Math.min(MOST_OUTCOMES, OUTCOMES / pairs));
    int numbers = Math.max(LEAST_NUMBERS, Math.min(MOST_NUMBERS, NUMBERS / pairs));
    return Math.min(outcomes, numbers / width);
  }

  /** How many outcomes of the size of so many numbers a pair keeps whole, to choose among them. */
  int wholeOutcomes(int size) {
    int numbers = Math.max(LEAST_NUMBERS, Math.min(MOST_NUMBERS, NUMBERS / pairs));
    return Math.max(1, numbers / size);
  }
}
