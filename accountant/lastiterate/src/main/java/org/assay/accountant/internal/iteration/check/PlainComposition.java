package org.assay.accountant.internal.iteration.check;

import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Compositions of a run's steps for a second opinion. Batches of a fixed size have one of several
 * pairs in each step. Here all steps have the same pair: the record of one dataset adds to the mean
 * gradient, and the other one's does not. Some data do that, so no bound may be below it. Bounds
 * that let each step choose its pair are slightly larger, so the check is weaker for them.
 */
final class PlainComposition {
  private PlainComposition() {}

  /**
   * The composition by contour inversion.
   *
   * @param split share of the noise's variance that hides the distance before the steps
   * @param hidden squared mu of the mechanism that hides the distance; if above 0, each step has
   *     the pair that dominates all
   */
  static GaussianComposition inverted(PlainRun run, double split, double hidden, long count) {
    double sigma = Math.sqrt(1 - split) / run.pairMu();
    AdjacencyRelation adjacency = run.settings().adjacency();
    if (run.settings().sampling() == NoisySgdSampling.POISSON) {
      return start(adjacency, hidden).withPoissonSampled(run.share(), sigma, count);
    }
    return hidden == 0 && !run.isWhole()
        ? start(AdjacencyRelation.ADD_OR_REMOVE, 0).withPoissonSampled(run.share(), sigma, count)
        : start(adjacency, hidden).withFixedSizeSampled(Enclosure.exact(run.share()), sigma, count);
  }

  private static GaussianComposition start(AdjacencyRelation adjacency, double hidden) {
    return GaussianComposition.under(adjacency).withGaussian(Enclosure.exact(hidden));
  }

  /** The composition by convolution, where no distance is hidden. */
  static PrivacyLossDistribution convolved(PlainRun run, long count) {
    Enclosure mu = Enclosure.exact(run.pairMu());
    boolean replaced = run.settings().adjacency() == AdjacencyRelation.REPLACE_ONE;
    boolean poisson = run.settings().sampling() == NoisySgdSampling.POISSON;
    PrivacyLossDistribution one =
        poisson && replaced
            ? DominatingPairs.replacedPoissonSampledGaussian(run.share(), mu)
            : PrivacyLossDistribution.poissonSampledGaussian(run.share(), mu);
    return one.times(count);
  }
}
