package org.assay.algorithms.run;

import org.assay.accountant.internal.words.Brief;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;

/**
 * An algorithm set up for a training task, and the problem it solves.
 *
 * @param algorithm the algorithm, calibrated
 * @param loss whose mean over the records is minimized
 * @param set where the parameter is confined to
 */
public record Training(PrivateAlgorithm algorithm, Loss loss, ConstraintSet set) {
  /** The algorithm, the loss and the set. */
  @Override
  public String toString() {
    return String.format(
        "%s for %s on %s",
        Brief.of(algorithm.toString()), Brief.of(loss.toString()), Brief.of(set.toString()));
  }
}
