package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ShuffledReportsEvent;
import org.assay.accountant.numeric.Enclosure;

/**
 * Reports of local randomizers in random order: {@code loss/pair/doc-files/shuffled-clones.md}. The
 * local epsilon holds even if the order is revealed; Rényi divergences and groups are bounded by
 * this epsilon.
 */
final class ShuffledReportsStep extends Step {
  private final ShuffledReportsEvent shuffled;

  ShuffledReportsStep(ShuffledReportsEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.shuffled = event;
  }

  @Override
  public Enclosure epsilon() {
    neighbours().requireOwnRelation(shuffled);
    return Enclosure.ofCount(neighbours().size()).times(shuffled.localEpsilon());
  }

  @Override
  public RdpCurve renyi() {
    return renyiOfPure(epsilon());
  }

  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireOwnRelation(shuffled);
    return neighbours().areSingle()
        ? DominatingPairs.shuffledReports(
            shuffled.reports(),
            shuffled.localEpsilon(),
            shuffled.answers(),
            neighbours().adjacency())
        : DominatingPairs.pureSteps(
            shuffled.localEpsilon(), neighbours().size(), neighbours().adjacency());
  }
}
