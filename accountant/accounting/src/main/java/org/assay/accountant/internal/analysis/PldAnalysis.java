package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Computes the privacy loss distribution of a run. The losses of the pairs that dominate the steps
 * add up ([@ZhuDongWang2022], Theorem 10), also for data sets several steps of the relation apart.
 */
public final class PldAnalysis extends CompositionAnalysis<PrivacyLossDistribution> {
  /**
   * An analysis under one relation.
   *
   * @param adjacency the relation that results are about
   */
  public PldAnalysis(AdjacencyRelation adjacency) {
    super(adjacency);
  }

  PldAnalysis(Neighbours neighbours) {
    super(neighbours);
  }

  @Override
  protected PrivacyLossDistribution zero() {
    return PrivacyLossDistribution.zero(adjacency());
  }

  @Override
  protected PrivacyLossDistribution sum(
      PrivacyLossDistribution first, PrivacyLossDistribution second) {
    return first.plus(second);
  }

  @Override
  protected PrivacyLossDistribution multiple(PrivacyLossDistribution once, long count) {
    return once.times(count);
  }

  @Override
  protected PrivacyLossDistribution step(Step step) {
    return step.losses();
  }

  @Override
  PldAnalysis between(Neighbours others) {
    return new PldAnalysis(others);
  }
}
