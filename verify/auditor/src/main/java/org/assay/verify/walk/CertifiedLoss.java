package org.assay.verify.walk;

import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;

/**
 * A certified lower bound on a privacy parameter, with the instance that proves it.
 *
 * @param value the lower bound on the privacy parameter
 * @param leftAgainstRight whether the law of the left dataset is the first argument of the
 *     divergence
 * @param witness the walks whose laws differ by at least this value
 */
public record CertifiedLoss(double value, boolean leftAgainstRight, RandomWalk witness) {
  /** The bound, rounded down, and the walk. */
  @Override
  public String toString() {
    return "at least "
        + Enclosure.exact(value).lowerDecimal()
        + " by the walk: "
        + Brief.of(witness.toString());
  }
}
