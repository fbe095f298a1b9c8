package org.assay.accountant.analysis;

import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * An analysis whose curves add up under composition: the part that all of them share. What is
 * counted is counted here and in the curves, so that no mechanism can forget it.
 *
 * @param <C> the kind of curve
 */
public abstract class CompositionAnalysis<C> implements PrivacyAnalysis<C>, DpEvent.Visitor<C> {
  private final AdjacencyRelation adjacency;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  protected CompositionAnalysis(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
  }

  /**
   * The curve of a computation that does not look at the data.
   *
   * @return the neutral element of {@link #sum}
   */
  protected abstract C zero();

  /**
   * The curve of two computations, one after the other.
   *
   * @param first the curve of one
   * @param second the curve of the other
   * @return the curve of both
   */
  protected abstract C sum(C first, C second);

  /**
   * The curve of a computation that is repeated.
   *
   * @param once its curve
   * @param count how often it runs, at least 1
   * @return the curve of all runs
   */
  protected abstract C multiple(C once, long count);

  @Override
  public final AdjacencyRelation adjacency() {
    return adjacency;
  }

  /** Bounds the computation that the event stands for, see {@link EventMeaning#of}. */
  @Override
  public final C analyze(DpEvent event) {
    return EventMeaning.of(event).accept(this);
  }

  @Override
  public final C visitSelfComposed(SelfComposedEvent event) {
    return multiple(analyze(event.event()), event.count());
  }

  @Override
  public final C visitComposed(ComposedEvent event) {
    return event.events().stream().map(this::analyze).reduce(zero(), this::sum);
  }
}
