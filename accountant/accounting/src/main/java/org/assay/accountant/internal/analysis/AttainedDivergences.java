package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Lower bounds of a run's Rényi divergences: those of one program of the run's description between
 * two neighbours, chosen for every order. Divergences of independent steps add up. A step of which
 * nothing is known may release nothing: {@code doc-files/attained.md}.
 */
final class AttainedDivergences extends Fold<AttainedDivergences.Parts> {
  private final RdpCurve nothing;

  AttainedDivergences(AdjacencyRelation adjacency) {
    this.nothing = RdpCurve.zero(adjacency);
  }

  /**
   * The divergences of the parts of a run.
   *
   * @param anywhere divergences of the parts that every record may meet
   * @param inSlots the largest divergence of the parts that only the records of some slot meet: no
   *     record need be in the worst slots of two divisions
   */
  record Parts(RdpCurve anywhere, RdpCurve inSlots) {
    RdpCurve together() {
      return anywhere.plus(inSlots);
    }
  }

  @Override
  Parts zero() {
    return new Parts(nothing, nothing);
  }

  @Override
  Parts sum(Parts first, Parts second) {
    return new Parts(first.anywhere.plus(second.anywhere), first.inSlots.max(second.inSlots));
  }

  @Override
  Parts multiple(Parts once, long count) {
    return new Parts(once.anywhere.times(count), once.inSlots.times(count));
  }

  @Override
  Parts step(Step step) {
    return step.isInSlots()
        ? new Parts(nothing, step.attained())
        : new Parts(step.attained(), nothing);
  }

  @Override
  Parts dominatedBy(Parts dominating) {
    return zero();
  }
}
