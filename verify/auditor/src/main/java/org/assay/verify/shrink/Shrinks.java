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
   * Smaller pairs, the much smaller ones first.
   *
   * @param pair a pair
   * @return pairs adjacent under the same relation, which depend on the pair only. Each is strictly
   *     smaller in an order without infinite descent. The stream is read only as far as needed
   */
  Stream<AdjacentPair<D>> candidates(AdjacentPair<D> pair);

  /**
   * The candidates of these shrinks, then those of others.
   *
   * @param others the others
   * @return both
   */
  default Shrinks<D> then(Shrinks<D> others) {
    return pair -> Stream.of(this, others).flatMap(shrinks -> shrinks.candidates(pair));
  }
}
