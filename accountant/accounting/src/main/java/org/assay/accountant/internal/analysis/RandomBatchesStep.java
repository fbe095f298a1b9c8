package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.iteration.RandomBatchBound;
import org.assay.accountant.numeric.Enclosure;

/** The last iterate of noisy stochastic gradient descent on random batches. */
final class RandomBatchesStep extends Step {
  private final NoisySgdEvent descent;

  RandomBatchesStep(NoisySgdEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.descent = event;
  }

  /**
   * The curve of the last iterate. Under add-or-remove a group changes the number of records, and
   * so the samples on which bounds of the last iterate depend. A group therefore has the bound of
   * all iterates.
   */
  @Override
  public RdpCurve renyi() {
    neighbours().requireOwnRelation(descent);
    boolean equalSizes = neighbours().areSingle() || neighbours().replace();
    return equalSizes
        ? RandomBatchBound.curve(descent.run()).forGroupsOf(neighbours().size())
        : Steps.of(descent.composition(), neighbours()).renyi();
  }

  /** The last iterate is a function of all iterates, whose composition is known pair by pair. */
  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireOwnRelation(descent);
    return Steps.of(descent.composition(), neighbours()).losses();
  }

  /** A group of k records has k times mu ([@DongRothSu2022], Theorem 2.14). */
  @Override
  public Enclosure squaredMu() {
    neighbours().requireOwnRelation(descent);
    Enclosure squares = Enclosure.ofCount(neighbours().size()).square();
    return RandomBatchBound.squaredMu(descent.run()).times(squares);
  }
}
