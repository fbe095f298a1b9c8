package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.numeric.Enclosure;

/**
 * Purely private steps on random allocations, each dominated by randomized response: {@code
 * loss/doc-files/random-allocation.md}. A record that takes part in k steps takes part in one step
 * of each of k blocks. Rényi divergences are those of a published allocation.
 */
final class AllocatedPureStep extends Step {
  private final RandomAllocationEvent allocation;
  private final Enclosure epsilonOfStep;

  private AllocatedPureStep(
      RandomAllocationEvent event, Enclosure epsilonOfStep, Neighbours neighbours) {
    super(event, neighbours);
    this.allocation = event;
    this.epsilonOfStep = epsilonOfStep;
  }

  /**
   * The step, if the relation is about a record's presence and the steps are known to be purely
   * private.
   */
  static Optional<Step> of(RandomAllocationEvent event, Neighbours neighbours) {
    if (neighbours.replace() || !neighbours.areSingle()) {
      return Optional.empty();
    }
    return ifKnown(() -> Steps.of(event.event(), neighbours).epsilon())
        .filter(epsilon -> epsilon.lower() > 0)
        .filter(epsilon -> epsilon.upper() <= DominatingPairs.LARGEST_ALLOCATED)
        .map(epsilon -> new AllocatedPureStep(event, epsilon, neighbours));
  }

  @Override
  public RdpCurve renyi() {
    return Steps.of(allocation.event(), neighbours()).renyi().times(allocation.selected());
  }

  @Override
  public Enclosure epsilon() {
    return epsilonOfStep.times(Enclosure.ofCount(allocation.selected()));
  }

  @Override
  public PrivacyLossDistribution losses() {
    long larger = allocation.steps() % allocation.selected();
    long size = allocation.steps() / allocation.selected();
    PrivacyLossDistribution losses = lossesOfBlock(size).times(allocation.selected() - larger);
    return larger == 0 ? losses : losses.plus(lossesOfBlock(size + 1).times(larger));
  }

  /** More steps never cost more, so the largest number that is listed bounds all larger ones. */
  private PrivacyLossDistribution lossesOfBlock(long blockSize) {
    long steps = Math.min(blockSize, DominatingPairs.MOST_ALLOCATED);
    return steps == 1
        ? Steps.of(allocation.event(), neighbours()).losses()
        : DominatingPairs.allocatedPure(steps, epsilonOfStep, neighbours().adjacency());
  }
}
