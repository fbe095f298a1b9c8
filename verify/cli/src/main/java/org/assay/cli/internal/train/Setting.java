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
  /** The algorithm, the radius and what of a schedule is given, in words. */
  String words() {
    return trainer.entry().id()
        + " with radius "
        + radius
        + ScheduleOptions.words(trainer.change());
  }

  /** The relation under which the training is stated. */
  AdjacencyRelation adjacency() {
    return training.algorithm().event().adjacency();
  }
}
