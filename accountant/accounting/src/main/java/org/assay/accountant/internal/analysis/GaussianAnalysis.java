package org.assay.accountant.internal.analysis;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Computes the square of the mu for which a run is mu-Gaussian differentially private. Squares add
 * under composition ([@DongRothSu2022], Corollary 3.3), also when later mechanisms depend on
 * earlier outputs.
 */
public final class GaussianAnalysis extends SumAnalysis {
  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public GaussianAnalysis(AdjacencyRelation adjacency) {
    super(adjacency);
  }

  GaussianAnalysis(Neighbours neighbours) {
    super(neighbours);
  }

  @Override
  protected Enclosure step(Step step) {
    return step.squaredMu();
  }

  @Override
  GaussianAnalysis between(Neighbours others) {
    return new GaussianAnalysis(others);
  }
}
