package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.GaussianSparseVectorEvent;
import org.assay.accountant.internal.divergence.GaussianSparseVector;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** The sparse vector technique with Gaussian noise, bounded by a Rényi curve. */
final class GaussianSparseVectorStep extends Step {
  private final GaussianSparseVectorEvent mechanism;

  GaussianSparseVectorStep(GaussianSparseVectorEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
  }

  /**
   * For two steps of the relation, queries may move in both directions, even if each step moves
   * them in one direction only.
   */
  @Override
  public RdpCurve renyi() {
    long steps = neighbours().stepCount(mechanism);
    boolean oneWay = mechanism.monotone() && steps == 1;
    Enclosure moved = Enclosure.ofCount(steps);
    Enclosure threshold = moved.dividedBy(mechanism.thresholdNoiseMultiplier());
    Enclosure query = moved.times(oneWay ? 1 : 2).dividedBy(mechanism.queryNoiseMultiplier());
    return RdpCurve.of(
        neighbours().adjacency(),
        order ->
            GaussianSparseVector.renyi(
                threshold, query, mechanism.queries(), mechanism.positives(), order));
  }

  @Override
  public PrivacyLossDistribution losses() {
    throw new UnsupportedEventException(
        mechanism.describe(),
        "only a bound of its Rényi divergences is known, which does not determine a privacy loss"
            + " distribution; use the Rényi accountant");
  }
}
