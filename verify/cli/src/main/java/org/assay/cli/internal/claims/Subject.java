package org.assay.cli.internal.claims;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.objective.Dataset;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/** A mechanism that a claim is about, with the worst pair that is known for it. */
interface Subject {
  /** The mechanism in words. */
  String describe();

  /** The event of every run. */
  DpEvent event();

  /** Runs once. */
  Outcome run(Dataset dataset, RandomGenerator random);

  /** Number of batches in which a canary may be placed; 1 for a mechanism without batches. */
  int batches();

  /**
   * Neighbours that differ in a record with a large effect.
   *
   * @param batch number of the record's batch, from 1
   * @throws IllegalArgumentException if none is known under that relation
   */
  AdjacentPair<Dataset> canary(Dataset dataset, AdjacencyRelation adjacency, int batch);

  /**
   * Neighbours whose privacy loss is closest to the certified one, as far as known; the best come
   * first.
   *
   * @throws IllegalArgumentException if none are known under that relation
   */
  default List<AdjacentPair<Dataset>> canaries(Dataset dataset, AdjacencyRelation adjacency) {
    return List.of(canary(dataset, adjacency, 1));
  }
}
