package org.assay.accountant.accounting;

import org.assay.accountant.divergence.LargestCoordinate;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.ContradictionException;

/**
 * The answer for shuffled batches alone, between what a test proves of some neighbours and the
 * guarantee for all: {@code divergence/doc-files/shuffled-batches.md}.
 */
final class ShuffledBatchesAnswer {
  private ShuffledBatchesAnswer() {}

  static TightestBound.Bound of(
      Question question, ShuffledBatchesEvent shuffled, TightestBound.Bound guarantee) {
    double upper = guarantee.value().upper();
    double lower = question.ofTest(test(shuffled));
    ContradictionException.requireOrdered(lower, upper, question + " of " + shuffled.describe());
    return new TightestBound.Bound(
        Enclosure.of(lower, upper), TightestBound.Method.SHUFFLED_BATCHES);
  }

  /** Outputs of equal batches are averaged; of epochs shuffled anew one is tested. */
  private static LargestCoordinate test(ShuffledBatchesEvent shuffled) {
    Enclosure deviation = Enclosure.exact(shuffled.noiseMultiplier());
    Enclosure averaged =
        shuffled.reshuffled()
            ? deviation
            : deviation.dividedBy(Enclosure.ofCount(shuffled.epochs()).sqrt());
    double near = shuffled.adjacency() == AdjacencyRelation.REPLACE_ONE ? 0 : 1;
    return LargestCoordinate.of(shuffled.batches(), averaged, 2, near);
  }
}
