package org.assay.accountant.internal.iteration.step;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Runs for tests: linear losses with L = D = 1 unless said otherwise. */
public final class NoisySgds {
  private NoisySgds() {}

  /** Poisson samples under add-or-remove, W = 1000, mu = 5/6. */
  public static NoisySgd addOrRemove(long steps) {
    return convex(60_000, 600, 0.002, 0.5, steps, NoisySgdSampling.POISSON, true);
  }

  /** Samples of fixed size, W = 400, mu = 1/2. */
  public static NoisySgd fixedSize(long steps) {
    return convex(100_000, 1000, 0.004, 0.625, steps, NoisySgdSampling.FIXED_SIZE, false);
  }

  /** Samples of fixed size, strongly convex with contraction 0.99, W = 100, mu = 1/5. */
  public static NoisySgd stronglyConvex(long steps) {
    return new NoisySgd(
        10_000,
        100,
        0.1,
        1,
        1,
        0.1,
        steps,
        0.1,
        0.1,
        NoisySgdSampling.FIXED_SIZE,
        AdjacencyRelation.REPLACE_ONE);
  }

  /** Poisson samples under replace-one, W = 1000, mu = 1/20. */
  public static NoisySgd replaced(long steps) {
    return convex(1_000_000, 10_000, 0.002, 0.5, steps, NoisySgdSampling.POISSON, false);
  }

  /** Samples of fixed size, W = 50, mu = 1/10: such a run forgets its start soon. */
  public static NoisySgd forgetful(long steps) {
    return convex(100_000, 1000, 0.02, 1, steps, NoisySgdSampling.FIXED_SIZE, false);
  }

  public static NoisySgd convex(
      long records,
      long batchSize,
      double noise,
      double stepSize,
      long steps,
      NoisySgdSampling sampling,
      boolean addOrRemove) {
    AdjacencyRelation adjacency =
        addOrRemove ? AdjacencyRelation.ADD_OR_REMOVE : AdjacencyRelation.REPLACE_ONE;
    return new NoisySgd(
        records, batchSize, noise, 1, 1, stepSize, steps, 0, 0, sampling, adjacency);
  }

  /** The same run with another smoothness. */
  public static NoisySgd smooth(NoisySgd run, double smoothness, double strongConvexity) {
    return new NoisySgd(
        run.records(),
        run.batchSize(),
        run.noise(),
        run.lipschitzConstant(),
        run.diameter(),
        run.stepSize(),
        run.steps(),
        smoothness,
        strongConvexity,
        run.sampling(),
        run.adjacency());
  }

  /** The same run in a set of another diameter and with other noise. */
  public static NoisySgd with(NoisySgd run, double diameter, double noise) {
    return new NoisySgd(
        run.records(),
        run.batchSize(),
        noise,
        run.lipschitzConstant(),
        diameter,
        run.stepSize(),
        run.steps(),
        run.smoothness(),
        run.strongConvexity(),
        run.sampling(),
        run.adjacency());
  }
}
