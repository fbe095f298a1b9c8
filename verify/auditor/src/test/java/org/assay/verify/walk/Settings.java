package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Settings for tests, given by the quantities that the walk depends on. */
final class Settings {
  private Settings() {}

  /** Noise 1 and step size 1, so that the diameter is the width and L = jump · batch size. */
  static NoisySgd of(
      double width,
      double jump,
      long records,
      long batchSize,
      long steps,
      NoisySgdSampling sampling,
      AdjacencyRelation adjacency) {
    return run(jump * batchSize, width, 1, 1, records, batchSize, steps, 1, sampling, adjacency);
  }

  static NoisySgd fullBatch(double width, double jump, long steps) {
    return of(
        width, jump, 100, 100, steps, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE);
  }

  static NoisySgd contractive(double width, double jump, long steps, double contraction) {
    double lipschitz = jump + (1 - contraction) * width / 2;
    return run(
        lipschitz,
        width,
        1,
        1,
        1,
        1,
        steps,
        contraction,
        NoisySgdSampling.FULL_BATCH,
        AdjacencyRelation.REPLACE_ONE);
  }

  /** A run by the contraction of its losses. */
  static NoisySgd run(
      double lipschitzConstant,
      double diameter,
      double stepSize,
      double noise,
      long records,
      long batchSize,
      long steps,
      double contraction,
      NoisySgdSampling sampling,
      AdjacencyRelation adjacency) {
    double strongConvexity = (1 - contraction) / stepSize;
    return NoisySgd.of(sampling, adjacency)
        .batches(batchSize, records)
        .steps(steps, stepSize)
        .noise(noise)
        .lipschitzConstant(lipschitzConstant)
        .curvature(strongConvexity, contraction < 1 ? 2 / stepSize : 0)
        .diameter(diameter)
        .build();
  }
}
