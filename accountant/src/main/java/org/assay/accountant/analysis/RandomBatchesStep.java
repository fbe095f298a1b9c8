package org.assay.accountant.analysis;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.iteration.RandomBatchBound;
import org.assay.accountant.numeric.Enclosure;

/** The last iterate of noisy stochastic gradient descent on random batches. */
final class RandomBatchesStep extends Step {
  private final NoisySgdEvent run;

  RandomBatchesStep(NoisySgdEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.run = event;
  }

  @Override
  public RdpCurve renyi() {
    neighbours().requireOwnRelation(run);
    return RandomBatchBound.curve(run).forGroupsOf(neighbours().size());
  }

  /** The last iterate is a function of all, whose composition is known pair by pair. */
  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireOwnRelation(run);
    return new PldAnalysis(neighbours()).analyze(run.composition());
  }

  /** A group of k is at k mu ([@DongRothSu2022], Theorem 2.14). */
  @Override
  public Enclosure squaredMu() {
    neighbours().requireOwnRelation(run);
    Enclosure squares = Enclosure.ofCount(neighbours().size()).square();
    return RandomBatchBound.squaredMu(run).times(squares);
  }
}
