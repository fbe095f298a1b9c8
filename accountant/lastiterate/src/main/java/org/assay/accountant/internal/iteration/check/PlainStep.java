package org.assay.accountant.internal.iteration.check;

import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Divergences of the steps of a run, in plain doubles. */
record PlainStep(PlainRun run) {
  /**
   * The divergence of the pair of one step that keeps the part {@code 1 − split} of the noise's
   * variance.
   */
  double pair(double order, double split) {
    double mu = run.pairMu() / Math.sqrt(1 - split);
    double q = run.share();
    if (q == 1) {
      boolean replaced = run.settings().adjacency() == AdjacencyRelation.REPLACE_ONE;
      double whole = replaced ? run.growth() : run.pairMu();
      return order / 2 * whole * whole / (1 - split);
    }
    if (run.settings().sampling() != NoisySgdSampling.POISSON) {
      return ReplacedRecord.fixedSizeGaussian(Enclosure.exact(q), Enclosure.exact(mu), order)
          .lower();
    }
    return run.settings().adjacency() == AdjacencyRelation.REPLACE_ONE
        ? ReplacedRecord.poissonGaussian(q, Enclosure.exact(mu), order).lower()
        : Math.max(
            SampledGaussian.renyiForward(q, 1 / mu, order).lower(),
            SampledGaussian.renyiReverse(q, 1 / mu, order).lower());
  }

  /**
   * Addition to a divergence for samples that are too large, by the exponent of the divergence
   * without them.
   */
  double afterLarge(double horizon, double exponent, double order) {
    double repeated = Math.exp(run.logLarge(horizon) + exponent);
    return repeated < 1 ? -Math.log1p(-repeated) / (order - 1) : Double.MAX_VALUE;
  }
}
