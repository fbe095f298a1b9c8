package org.assay.verify.walk;

import org.assay.accountant.privacy.AdjacencyRelation;

/** Settings for tests, given by the quantities that the walk depends on. */
final class Settings {
  private Settings() {}

  /** Noise 1 and step size 1, so that the diameter is the width and L = jump · batch size. */
  static NoisySgdSettings of(
      double width,
      double jump,
      long records,
      long batchSize,
      long steps,
      BatchSampling sampling,
      AdjacencyRelation adjacency) {
    return new NoisySgdSettings(
        jump * batchSize, width, 1, 1, records, batchSize, steps, 1, sampling, adjacency);
  }

  static NoisySgdSettings fullBatch(double width, double jump, long steps) {
    return of(
        width, jump, 100, 100, steps, BatchSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE);
  }

  static NoisySgdSettings contractive(double width, double jump, long steps, double contraction) {
    double lipschitz = jump + (1 - contraction) * width / 2;
    return new NoisySgdSettings(
        lipschitz,
        width,
        1,
        1,
        1,
        1,
        steps,
        contraction,
        BatchSampling.FULL_BATCH,
        AdjacencyRelation.REPLACE_ONE);
  }
}
