package org.assay.accountant.analysis.pld;

import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PrivacyAnalysis;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.iteration.LastIterateBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/** From an event to its privacy loss distribution. */
public final class PldAnalysis
    implements PrivacyAnalysis<PrivacyLossDistribution>, DpEvent.Visitor<PrivacyLossDistribution> {
  private final AdjacencyRelation adjacency;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public PldAnalysis(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  @Override
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  @Override
  public PrivacyLossDistribution analyze(DpEvent event) {
    return event.accept(this);
  }

  /** N(mu, 1) against N(0, 1) with mu one over the noise multiplier ([@DongRothSu2022]). */
  @Override
  public PrivacyLossDistribution visitGaussian(GaussianEvent event) {
    double growth = LeafSensitivity.growth(event, adjacency);
    Enclosure mu = Enclosure.exact(growth).dividedBy(event.noiseMultiplier());
    return PrivacyLossDistribution.gaussian(mu, adjacency);
  }

  /** The sampled pair of removing a record and of adding one ([@ZhuDongWang2022]). */
  @Override
  public PrivacyLossDistribution visitPoissonSampled(PoissonSampledEvent event) {
    if (!(event.event() instanceof GaussianEvent gaussian)) {
      throw new UnsupportedEventException(
          event.describe(),
          "amplification by sampling depends on what is sampled, and only a Gaussian is known here,"
              + " not "
              + event.event().describe());
    }
    LeafSensitivity.requireOwnRelation(event, adjacency);
    if (adjacency != AdjacencyRelation.ADD_OR_REMOVE) {
      throw new UnsupportedEventException(
          event.describe(),
          "its dominating pair is known here under add-remove only, not under " + adjacency);
    }
    Enclosure mu = Enclosure.ONE.dividedBy(gaussian.noiseMultiplier());
    return PrivacyLossDistribution.poissonSampledGaussian(event.samplingProbability(), mu);
  }

  @Override
  public PrivacyLossDistribution visitSelfComposed(SelfComposedEvent event) {
    return analyze(event.event()).times(event.count());
  }

  @Override
  public PrivacyLossDistribution visitComposed(ComposedEvent event) {
    PrivacyLossDistribution sum = PrivacyLossDistribution.zero(adjacency);
    for (DpEvent part : event.events()) {
      sum = sum.plus(analyze(part));
    }
    return sum;
  }

  /** Dominated by one Gaussian, see {@link LastIterateBound}. */
  @Override
  public PrivacyLossDistribution visitLastIterate(LastIterateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    return PrivacyLossDistribution.gaussian(LastIterateBound.gaussianMu(event), adjacency);
  }

  @Override
  public PrivacyLossDistribution visitCertified(CertifiedEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "it comes with a Rényi curve, which does not determine a privacy loss distribution; use the"
            + " Rényi accountant");
  }
}
