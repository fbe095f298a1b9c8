package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.internal.divergence.LargestCoordinate;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.LossAtom;

/**
 * The answer for shuffled batches alone, between what a test proves of some neighbours and the
 * guarantee for all: {@code internal/divergence/doc-files/shuffled-batches.md}.
 */
final class ShuffledBatchesAnswer {
  /** Finer than the default, as all slack ends up in the lower end. */
  private static final double ACCURACY = 1e-4;

  /** A test may look at some epochs only. */
  private static final long MOST_EPOCHS = 1L << 14;

  private ShuffledBatchesAnswer() {}

  static TightestBound.Bound of(
      Question question, ShuffledBatchesEvent shuffled, TightestBound.Bound guarantee) {
    double upper = guarantee.value().upper();
    double lower = lower(question, shuffled);
    ContradictionException.requireOrdered(lower, upper, question + " of " + shuffled.describe());
    return new TightestBound.Bound(
        Enclosure.of(lower, upper), TightestBound.Method.SHUFFLED_BATCHES);
  }

  /**
   * The better of two tests: a threshold for one epoch, and the cells of the largest coordinates of
   * all epochs, in both orders of the neighbours.
   */
  private static double lower(Question question, ShuffledBatchesEvent shuffled) {
    LargestCoordinate test = test(shuffled);
    PrivacyLossDistribution cells =
        cellsOfEach(test, shuffled).times(shuffled.reshuffled() ? epochs(shuffled) : 1);
    return Math.max(question.ofTest(test), question.finer(ACCURACY).of(cells).lower());
  }

  private static long epochs(ShuffledBatchesEvent shuffled) {
    return Math.min(MOST_EPOCHS, shuffled.epochs());
  }

  private static PrivacyLossDistribution cellsOfEach(
      LargestCoordinate test, ShuffledBatchesEvent shuffled) {
    List<LossAtom> cells =
        test.cells().stream().map(cell -> new LossAtom(cell.p(), cell.q())).toList();
    return PrivacyLossDistribution.ofAtoms(
        "largest coordinate of " + shuffled.batches(), cells, 0, shuffled.adjacency());
  }

  /** Outputs of equal batches of epochs that share a shuffle are averaged. */
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
