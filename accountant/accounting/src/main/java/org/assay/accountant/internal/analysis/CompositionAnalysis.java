package org.assay.accountant.internal.analysis;

import java.util.stream.Stream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * An analysis whose curves add up under composition: a fold over the steps of a run. The analysis
 * sees the dominating pairs of steps, never an event. Counting happens here and in the curves only,
 * so no mechanism can forget a count.
 *
 * @param <C> the kind of curve
 */
public abstract class CompositionAnalysis<C> implements PrivacyAnalysis<C> {
  private final Neighbours neighbours;

  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  protected CompositionAnalysis(AdjacencyRelation adjacency) {
    this(Neighbours.of(adjacency));
  }

  CompositionAnalysis(Neighbours neighbours) {
    this.neighbours = neighbours;
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
   * The curve of any number of computations, one after the other.
   *
   * @param parts the curves of all, in order
   * @return the curve of all of them
   */
  protected C total(Stream<C> parts) {
    return parts.reduce(zero(), this::sum);
  }

  /**
   * The curve of a computation that is repeated.
   *
   * @param once the curve of one run
   * @param count how often it runs, at least 1
   * @return the curve of all runs
   */
  protected abstract C multiple(C once, long count);

  /**
   * The curve of one step.
   *
   * @param step the step
   * @return the step's curve
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no known theorem bounds it
   */
  protected abstract C step(Step step);

  /** The curve of a computation that another one dominates, whose curve it need not attain. */
  C dominatedBy(C dominating) {
    return dominating;
  }

  /**
   * The curve of steps on a random allocation, from the curve of the steps with a published
   * allocation.
   */
  C published(C known) {
    return dominatedBy(known);
  }

  /** This analysis between other neighbours. */
  abstract CompositionAnalysis<C> between(Neighbours others);

  @Override
  public final AdjacencyRelation adjacency() {
    return neighbours.adjacency();
  }

  /** Bounds the computation that the event stands for, see {@link EventMeaning#of}. */
  @Override
  public final C analyze(DpEvent event) {
    return EventMeaning.of(event).accept(new StepVisitor<>(this, neighbours));
  }
}
