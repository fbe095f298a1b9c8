package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Lower bounds of a run's Rényi divergences: those of one program of the run's description between
 * two neighbours, chosen for every order. Divergences of independent steps add up. A step of which
 * nothing is known may release nothing: {@code doc-files/attained.md}.
 */
public final class AttainedDivergences extends CompositionAnalysis<AttainedDivergences.Parts> {
  private AttainedDivergences(Neighbours neighbours) {
    super(neighbours);
  }

  /**
   * The divergences of a run.
   *
   * @param event the run
   * @param adjacency the relation of the neighbours
   * @return a curve whose lower ends are the result; they are 0 if nothing is known
   * @throws org.assay.accountant.privacy.UnsupportedEventException if the event cannot be bounded
   *     under the relation
   */
  public static RdpCurve of(DpEvent event, AdjacencyRelation adjacency) {
    return of(event, Neighbours.of(adjacency));
  }

  static RdpCurve of(DpEvent event, Neighbours neighbours) {
    return new AttainedDivergences(neighbours).analyze(event).together();
  }

  /**
   * The divergences of the parts of a run.
   *
   * @param anywhere divergences of the parts that every record may meet
   * @param inSlots the largest divergence of the parts that only the records of some slot meet: no
   *     record need be in the worst slots of two divisions
   */
  public record Parts(RdpCurve anywhere, RdpCurve inSlots) {
    private RdpCurve together() {
      return anywhere.plus(inSlots);
    }
  }

  private RdpCurve nothing() {
    return RdpCurve.zero(adjacency());
  }

  @Override
  protected Parts zero() {
    return new Parts(nothing(), nothing());
  }

  @Override
  protected Parts sum(Parts first, Parts second) {
    return new Parts(first.anywhere.plus(second.anywhere), first.inSlots.max(second.inSlots));
  }

  @Override
  protected Parts multiple(Parts once, long count) {
    return new Parts(once.anywhere.times(count), once.inSlots.times(count));
  }

  @Override
  protected Parts step(Step step) {
    return step.isInSlots()
        ? new Parts(nothing(), step.attained())
        : new Parts(step.attained(), nothing());
  }

  @Override
  Parts dominatedBy(Parts dominating) {
    return zero();
  }

  @Override
  AttainedDivergences between(Neighbours others) {
    return new AttainedDivergences(others);
  }
}
