package org.assay.verify.shrink;

import java.util.stream.Stream;
import org.assay.verify.trial.AdjacentPair;

/**
 * Ways of making a pair smaller.
 *
 * @param <D> the type of datasets
 */
@FunctionalInterface
public interface Shrinks<D> {
  /**
   * Smaller pairs, those that are smaller by far first.
   *
   * @param pair a pair
   * @return pairs adjacent under the same relation, each strictly smaller in an order that cannot
   *     descend for ever; read only as far as needed. Depends on the pair only
   */
  Stream<AdjacentPair<D>> candidates(AdjacentPair<D> pair);

  /**
   * These candidates, then others.
   *
   * @param others the others
   * @return both
   */
  default Shrinks<D> then(Shrinks<D> others) {
    return pair -> Stream.of(this, others).flatMap(shrinks -> shrinks.candidates(pair));
  }
}
