package org.assay.accountant.analysis.rdp;

import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PrivacyAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.divergence.SampledGaussian;
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

/** From an event to its Rényi curve. */
public final class RdpAnalysis implements PrivacyAnalysis<RdpCurve>, DpEvent.Visitor<RdpCurve> {
  private final AdjacencyRelation adjacency;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public RdpAnalysis(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  @Override
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  @Override
  public RdpCurve analyze(DpEvent event) {
    return event.accept(this);
  }

  /**
   * {@code order · mu²/2} with mu one over the noise multiplier ([@Mironov2017], Proposition 7).
   */
  @Override
  public RdpCurve visitGaussian(GaussianEvent event) {
    double growth = LeafSensitivity.growth(event, adjacency);
    Enclosure mu = Enclosure.exact(growth).dividedBy(event.noiseMultiplier());
    return RdpCurve.of(adjacency, order -> GaussianMechanism.renyi(mu, order));
  }

  /**
   * The larger of both directions of the dominating pair ([@MironovTalwarZhang2019], Theorem 4):
   * removing and adding a record.
   */
  @Override
  public RdpCurve visitPoissonSampled(PoissonSampledEvent event) {
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
    double q = event.samplingProbability();
    double sigma = gaussian.noiseMultiplier();
    return RdpCurve.of(
        adjacency,
        order ->
            SampledGaussian.renyiForward(q, sigma, order)
                .max(SampledGaussian.renyiReverse(q, sigma, order)));
  }

  @Override
  public RdpCurve visitSelfComposed(SelfComposedEvent event) {
    return analyze(event.event()).times(event.count());
  }

  @Override
  public RdpCurve visitComposed(ComposedEvent event) {
    RdpCurve sum = RdpCurve.zero(adjacency);
    for (DpEvent part : event.events()) {
      sum = sum.plus(analyze(part));
    }
    return sum;
  }

  @Override
  public RdpCurve visitLastIterate(LastIterateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    Enclosure mu = LastIterateBound.gaussianMu(event);
    return RdpCurve.of(adjacency, order -> GaussianMechanism.renyi(mu, order));
  }

  @Override
  public RdpCurve visitCertified(CertifiedEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    return event.curve();
  }
}
