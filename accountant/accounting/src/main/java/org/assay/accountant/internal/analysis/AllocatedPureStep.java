package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

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
    try {
      Enclosure epsilon = new PureAnalysis(neighbours).analyze(event.event());
      boolean covered = epsilon.lower() > 0 && epsilon.upper() <= DominatingPairs.LARGEST_ALLOCATED;
      return covered
          ? Optional.of(new AllocatedPureStep(event, epsilon, neighbours))
          : Optional.empty();
    } catch (UnsupportedEventException notPure) {
      return Optional.empty();
    }
  }

  @Override
  public RdpCurve renyi() {
    return new RdpAnalysis(neighbours()).analyze(allocation.event()).times(allocation.selected());
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
        ? new PldAnalysis(neighbours()).analyze(allocation.event())
        : DominatingPairs.allocatedPure(steps, epsilonOfStep, neighbours().adjacency());
  }
}
