package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Computes the curve of Rényi differential privacy of a run: an epsilon for every order.
 * Divergences add under composition, also for data sets several steps of the relation apart.
 */
public final class RdpAnalysis extends CompositionAnalysis<RdpCurve> {
  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public RdpAnalysis(AdjacencyRelation adjacency) {
    super(adjacency);
  }

  RdpAnalysis(Neighbours neighbours) {
    super(neighbours);
  }

  @Override
  protected RdpCurve zero() {
    return RdpCurve.zero(adjacency());
  }

  @Override
  protected RdpCurve sum(RdpCurve first, RdpCurve second) {
    return first.plus(second);
  }

  @Override
  protected RdpCurve multiple(RdpCurve once, long count) {
    return once.times(count);
  }

  @Override
  protected RdpCurve step(Step step) {
    return step.renyi();
  }

  @Override
  RdpAnalysis between(Neighbours others) {
    return new RdpAnalysis(others);
  }
}
