package org.assay.accountant.internal.analysis;

import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.numeric.Enclosure;

/**
 * All epochs as one Gaussian whose permutations are published: {@code
 * divergence/doc-files/shuffled-batches.md}.
 */
final class ShuffledBatchesStep extends MuStep {
  private final ShuffledBatchesEvent shuffled;

  ShuffledBatchesStep(ShuffledBatchesEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.shuffled = event;
  }

  @Override
  Enclosure mu() {
    neighbours().requireOwnRelation(shuffled);
    double change = neighbours().replace() ? 2 : 1;
    return Enclosure.ofCount(shuffled.epochs())
        .sqrt()
        .times(change)
        .times(Enclosure.ofCount(neighbours().size()))
        .dividedBy(shuffled.noiseMultiplier());
  }
}
