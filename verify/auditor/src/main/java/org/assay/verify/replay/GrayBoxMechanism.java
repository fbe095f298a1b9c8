package org.assay.verify.replay;

import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * A randomized algorithm that draws all its randomness from named primitives, so that a run can be
 * recorded on one dataset and replayed on a neighbour.
 *
 * @param <D> the type of datasets
 */
@FunctionalInterface
public interface GrayBoxMechanism<D> {
  /**
   * Runs once.
   *
   * @param dataset the data; must not be changed
   * @param noise the only source of randomness
   * @return the outcome, which an observer sees
   * @throws Exception a failure, which is an outcome; except {@link InterruptedException}, which
   *     cancels the check
   */
  Outcome run(D dataset, NoisePrimitives noise) throws Exception;

  /**
   * The same algorithm for a statistical audit, on {@link NoisePrimitives#live live} primitives.
   *
   * @return the mechanism
   */
  default Mechanism<D> asMechanism() {
    return (dataset, random) -> run(dataset, NoisePrimitives.live(random));
  }
}
