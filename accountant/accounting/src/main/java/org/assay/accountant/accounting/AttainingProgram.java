package org.assay.accountant.accounting;

import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.analysis.RunShape;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;

/**
 * A program of an event's description whose pair of output distributions is known, between
 * neighbours that all its steps share: {@code internal/analysis/doc-files/attained.md}. Its own
 * profile is a lower end of the event's. Steps of which nothing is known release nothing.
 */
final class AttainingProgram extends DefaultVisitor<DpEvent> {
  /** A Gaussian of less mu shows in no answer, and is left out. */
  private static final double SMALLEST_MU = 1e-100;

  private final AdjacencyRelation adjacency;

  private AttainingProgram(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  /** The program as an event, every step of which has an attained pair of its own. */
  static DpEvent of(DpEvent event, AdjacencyRelation adjacency) {
    return event.accept(new AttainingProgram(adjacency));
  }

  @Override
  protected DpEvent visitOther(DpEvent event) {
    RunShape shape = Steps.of(event, adjacency).shape();
    return shape.attainsPairs() && !shape.bySlot() ? event : DpEvent.pure(0, adjacency);
  }

  @Override
  public DpEvent visitComposed(ComposedEvent event) {
    return new ComposedEvent(event.events().stream().map(part -> part.accept(this)).toList());
  }

  @Override
  public DpEvent visitSelfComposed(SelfComposedEvent event) {
    return event.event().accept(this).times(event.count());
  }

  /**
   * The program reveals everything with probability delta, and is randomized response otherwise.
   */
  @Override
  public DpEvent visitApproximate(ApproximateEvent event) {
    return event.adjacency() == adjacency ? event : visitOther(event);
  }

  /**
   * A Gaussian of {@code mu² = 2 rho}, whose divergences are {@code rho} times the order, beside
   * randomized response of epsilon {@code xi}, whose divergences are below xi; with probability
   * delta everything is revealed.
   */
  @Override
  public DpEvent visitZcdp(ZcdpEvent event) {
    if (event.adjacency() != adjacency) {
      return visitOther(event);
    }
    DpEvent rest =
        DpEvent.sequence(
            new PureEvent(event.xi(), adjacency),
            new ApproximateEvent(0, event.delta(), adjacency));
    double mu = Enclosure.exact(event.rho()).times(2).sqrt().lower();
    return mu >= SMALLEST_MU
        ? DpEvent.sequence(
            DpEvent.gaussian(Rounding.divideUp(1, mu), Sensitivity.unit(adjacency)), rest)
        : rest;
  }
}
