package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * The matrix C of a matrix mechanism, which releases {@code C x + noise}, row by row; {@code x_i}
 * is the sum of the vectors that records contribute at step i, each of norm at most 1. Proofs:
 * {@code doc-files/matrix-sensitivity.md}. Implementations are values: equal matrices are equal
 * objects.
 */
public interface StrategyMatrix {
  /**
   * How many columns it has.
   *
   * @return the number of steps, at least 1
   */
  long steps();

  /**
   * How far apart two steps must be to have no row in common.
   *
   * @return the least such distance, or a larger one; at least 1
   */
  long bands();

  /**
   * What it is, in a few words.
   *
   * @return the words
   */
  String describe();

  /**
   * The most that {@code C x} changes, in Euclidean norm, when a record is left out that takes part
   * at most a number of times with vectors of norm at most 1, of any dimension.
   *
   * @param participations how often, at least 1
   * @param separation how many steps later it may take part again, at least 1
   * @return an enclosure of the sensitivity; wide where it is only bounded
   * @throws IllegalArgumentException if a number is below 1
   */
  Enclosure sensitivity(long participations, long separation);
}
