package org.assay.accountant.analysis.gdp;

import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PrivacyAnalysis;
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

/**
 * From an event to the square of its mu in Gaussian differential privacy. Squares add under
 * composition ([@DongRothSu2022], Corollary 3.3), also when later mechanisms depend on earlier
 * outputs.
 */
public final class GaussianAnalysis
    implements PrivacyAnalysis<Enclosure>, DpEvent.Visitor<Enclosure> {
  private final AdjacencyRelation adjacency;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public GaussianAnalysis(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  @Override
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /** An enclosure of mu². */
  @Override
  public Enclosure analyze(DpEvent event) {
    return event.accept(this);
  }

  @Override
  public Enclosure visitGaussian(GaussianEvent event) {
    double growth = LeafSensitivity.growth(event, adjacency);
    return Enclosure.exact(growth).dividedBy(event.noiseMultiplier()).square();
  }

  @Override
  public Enclosure visitPoissonSampled(PoissonSampledEvent event) {
    throw new UnsupportedEventException(
        event.describe(), "a sampled mechanism is not exactly Gaussian; use the Rényi accountant");
  }

  @Override
  public Enclosure visitSelfComposed(SelfComposedEvent event) {
    double count = event.count();
    Enclosure repetitions =
        (long) count == event.count()
            ? Enclosure.exact(count)
            : Enclosure.of(Math.nextDown(count), Math.nextUp(count));
    return analyze(event.event()).times(repetitions);
  }

  @Override
  public Enclosure visitComposed(ComposedEvent event) {
    Enclosure sum = Enclosure.ZERO;
    for (DpEvent part : event.events()) {
      sum = sum.plus(analyze(part));
    }
    return sum;
  }

  @Override
  public Enclosure visitLastIterate(LastIterateEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    return LastIterateBound.gaussianMu(event).square();
  }

  @Override
  public Enclosure visitCertified(CertifiedEvent event) {
    throw new UnsupportedEventException(
        event.describe(),
        "it comes with a Rényi curve, which does not imply Gaussian differential privacy; use the"
            + " Rényi accountant");
  }
}
