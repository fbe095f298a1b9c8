package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.loss.pair.AllocatedResponse;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Steps on random allocations by the pair that dominates one step for a record present or absent:
 * {@code loss/doc-files/random-allocation.md}. A record that takes part in k steps takes part in
 * one step of each of k blocks. All other bounds are those of a published allocation.
 */
final class AllocatedStep extends Step {
  private final RandomAllocationEvent allocation;

  private AllocatedStep(RandomAllocationEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.allocation = event;
  }

  /** The step, if its event is stated for a record's presence and a pair of the event is known. */
  static Optional<Step> of(RandomAllocationEvent event, Neighbours neighbours) {
    AdjacencyRelation stated = event.adjacency();
    boolean replaced = neighbours.replace() && stated == AdjacencyRelation.ADD_OR_REMOVE;
    boolean present = !neighbours.replace() && stated == neighbours.adjacency();
    AllocatedStep step = new AllocatedStep(event, neighbours);
    return neighbours.areSingle() && (present || replaced) && ifKnown(step::lossesOfOne).isPresent()
        ? Optional.of(step)
        : Optional.empty();
  }

  private Steps once() {
    return Steps.of(allocation.event(), neighbours());
  }

  private Enclosure selected() {
    return Enclosure.ofCount(allocation.selected());
  }

  @Override
  public RdpCurve renyi() {
    return once().renyi().times(allocation.selected());
  }

  @Override
  public Enclosure epsilon() {
    return once().epsilon().times(selected());
  }

  @Override
  public Enclosure squaredMu() {
    return once().squaredMu().times(selected());
  }

  /**
   * The profile of one step is attained if the step's own pair is, unless there are too many steps
   * to count. Compositions are bounded by a pair that dominates the step's pair.
   */
  @Override
  public RunShape shape() {
    boolean single = allocation.selected() == 1 && !neighbours().replace();
    boolean counted = allocation.steps() <= AllocatedResponse.MOST_STEPS;
    return single
            && counted
            && once().alone().filter(step -> step.shape().attainsPairs()).isPresent()
        ? RunShape.ATTAINED_POINTS
        : RunShape.STEP;
  }

  @Override
  public PrivacyLossDistribution losses() {
    long larger = allocation.steps() % allocation.selected();
    long size = allocation.steps() / allocation.selected();
    PrivacyLossDistribution losses = lossesOfBlock(size).times(allocation.selected() - larger);
    PrivacyLossDistribution all =
        larger == 0 ? losses : losses.plus(lossesOfBlock(size + 1).times(larger));
    double known = ifKnown(() -> epsilon().upper()).orElse(Double.POSITIVE_INFINITY);
    return neighbours().replace() ? DominatingPairs.replacing(all, known) : all;
  }

  private PrivacyLossDistribution lossesOfBlock(long blockSize) {
    return blockSize == 1
        ? lossesOfOne()
        : DominatingPairs.allocated(blockSize, lossesOfOne().asOne(exactly()));
  }

  /** One step for a record present or absent. */
  private PrivacyLossDistribution lossesOfOne() {
    Steps once = Steps.of(allocation.event(), allocation.adjacency());
    return once.alone().map(Step::losses).orElseGet(once::losses);
  }

  private Optional<MixedComposition> exactly() {
    return Steps.of(allocation.event(), allocation.adjacency())
        .anyComposition()
        .filter(MixedComposition::decays)
        .filter(MixedComposition::isSymmetric);
  }
}
