package org.assay.accountant.internal.analysis;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/** An analysis whose results are numbers that add up. */
abstract class SumAnalysis extends CompositionAnalysis<Enclosure> {
  SumAnalysis(AdjacencyRelation adjacency) {
    super(adjacency);
  }

  SumAnalysis(Neighbours neighbours) {
    super(neighbours);
  }

  @Override
  protected final Enclosure zero() {
    return Enclosure.ZERO;
  }

  @Override
  protected final Enclosure sum(Enclosure first, Enclosure second) {
    return first.plus(second);
  }

  @Override
  protected final Enclosure multiple(Enclosure once, long count) {
    return once.times(Enclosure.ofCount(count));
  }
}
