package org.assay.cli.internal.train;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.run.Training;

/**
 * An algorithm set up with a radius.
 *
 * @param trainer the algorithm and its target
 * @param radius radius of the set of models
 * @param training the algorithm, set up
 */
record Setting(Trainer trainer, double radius, Training training) {
  /** The algorithm and the radius, in words. */
  String words() {
    return trainer.entry().id() + " with radius " + radius;
  }

  /** The relation under which the training is stated. */
  AdjacencyRelation adjacency() {
    return training.algorithm().event().adjacency();
  }
}
