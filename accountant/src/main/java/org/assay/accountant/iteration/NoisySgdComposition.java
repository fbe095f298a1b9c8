package org.assay.accountant.iteration;

import org.assay.accountant.divergence.GaussianComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * (epsilon, delta) of a Gaussian mechanism composed with many copies of the one-step pair, without
 * a detour over Rényi divergences: (3) of {@code doc-files/noisy-sgd-renyi.md}, evaluated by
 * contour inversion. Only upper ends are used, so shares and distances are rounded up, which never
 * helps privacy.
 */
final class NoisySgdComposition {
  private NoisySgdComposition() {}

  /**
   * The composition.
   *
   * @param step whose pair to compose
   * @param count how often
   * @param split share of the noise's variance that the pair does without
   * @param hiddenSquare squared mu of the Gaussian mechanism, finite
   */
  static GaussianComposition of(NoisySgdStep step, long count, double split, double hiddenSquare) {
    AdjacencyRelation adjacency = step.settings().adjacency();
    GaussianComposition hidden =
        GaussianComposition.under(adjacency).withGaussian(Enclosure.exact(hiddenSquare));
    double multiplier = Enclosure.ONE.dividedBy(step.mu(split)).lower();
    double sigma = Math.max(Double.MIN_NORMAL, Math.min(multiplier, Double.MAX_VALUE));
    double share = step.share().upper();
    return step.settings().sampling() == NoisySgdSampling.POISSON
        ? hidden.withPoissonSampled(share, sigma, count)
        : hidden.withFixedSizeSampled(Enclosure.exact(share), sigma, count);
  }
}
