package org.assay.verify.walk;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Brief;

/**
 * A certified lower bound on a privacy parameter of runs whose losses may change from step to step.
 *
 * @param value the privacy parameter is at least this
 * @param leftAgainstRight whether the law of the left dataset is the first argument of the
 *     divergence
 * @param witness the walks whose laws differ that much
 */
public record RampLoss(double value, boolean leftAgainstRight, RampWalk witness) {
  /**
   * A bound for losses that stay the same. These are among the losses that may change.
   *
   * @param loss what is lost with losses that stay the same
   * @return the same bound
   */
  public static RampLoss of(CertifiedLoss loss) {
    return new RampLoss(loss.value(), loss.leftAgainstRight(), RampWalk.constant(loss.witness()));
  }

  /** The bound, rounded down, and the walk. */
  @Override
  public String toString() {
    return "at least "
        + Enclosure.exact(value).lowerDecimal()
        + " by the walk: "
        + Brief.of(witness.toString());
  }
}
