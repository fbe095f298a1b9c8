package org.assay.accountant.internal.analysis;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Computes the epsilon for which a run is epsilon-differentially private, without a delta. Epsilons
 * add under composition, and a change of k steps of the relation costs k epsilons.
 */
public final class PureAnalysis extends SumAnalysis {
  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public PureAnalysis(AdjacencyRelation adjacency) {
    super(adjacency);
  }

  PureAnalysis(Neighbours neighbours) {
    super(neighbours);
  }

  @Override
  protected Enclosure step(Step step) {
    return step.epsilon();
  }

  @Override
  PureAnalysis between(Neighbours others) {
    return new PureAnalysis(others);
  }
}
