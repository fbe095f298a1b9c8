package org.assay.accountant.event;

import java.util.Map;
import org.assay.accountant.numeric.Enclosure;

/**
 * The matrix C of a matrix mechanism, which releases {@code C x + noise}, row by row. {@code x_i}
 * is the sum of the vectors that records contribute at step i, of norm at most 1 each. Proofs:
 * {@code doc-files/matrix-sensitivity.md}. Implementations are values: equal matrices are equal
 * objects.
 */
public interface StrategyMatrix {
  /**
   * The number of columns.
   *
   * @return the number of steps, at least 1
   */
  long steps();

  /**
   * How far apart two steps must be to have no row in common.
   *
   * @return the least distance with this property, or a larger one; at least 1
   */
  long bands();

  /**
   * The matrix, as descriptions of events have it.
   *
   * @return the values by their keys: texts, whole numbers and lists
   */
  Map<String, Object> terms();

  /**
   * The largest change of {@code C x} in Euclidean norm when one record is left out. The record
   * takes part a limited number of times, with vectors of any dimension and norm at most 1.
   *
   * @param participations how often, at least 1
   * @param separation how many steps later the record may take part again, at least 1
   * @return an enclosure of the sensitivity; wide if only a bound is known
   * @throws IllegalArgumentException if a number is below 1
   */
  Enclosure sensitivity(long participations, long separation);
}
