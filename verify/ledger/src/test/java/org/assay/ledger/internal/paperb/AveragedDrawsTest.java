package org.assay.ledger.internal.paperb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.ReferenceGaussian;
import org.junit.jupiter.api.Test;

/** The mixture of averages by counting every sequence of draws, one by one. */
class AveragedDrawsTest {
  /**
   * Probability of v = Σ (T-t) k_t: all n^m draws of a step are equally likely, and the record is
   * number 0.
   */
  private static double[] weights(int points, int records, int draws) {
    double[] drawn = new double[draws + 1];
    int sequences = (int) Math.pow(records, draws);
    for (int sequence = 0; sequence < sequences; sequence++) {
      int hits = 0;
      for (int i = 0, rest = sequence; i < draws; i++, rest /= records) {
        hits += rest % records == 0 ? 1 : 0;
      }
      drawn[hits] += 1.0 / sequences;
    }
    double[] sums = {1};
    for (int step = 1; step < points; step++) {
      int left = points - step;
      double[] next = new double[sums.length + left * draws];
      for (int v = 0; v < sums.length; v++) {
        for (int k = 0; k <= draws; k++) {
          next[v + left * k] += sums[v] * drawn[k];
        }
      }
      sums = next;
    }
    return sums;
  }

  /** The best of the half lines from 0 to 9.9 in steps of a tenth. */
  private static double delta(int points, int draws, double noise, double e, double[] weights) {
    double squares = 0;
    for (int j = 1; j < points; j++) {
      squares += j * j;
    }
    double unit = 2 / (draws * noise) / Math.sqrt(squares);
    double best = 0;
    for (int i = 0; i < 100; i++) {
      double edge = i * 0.1;
      double delta = -Math.exp(e) * ReferenceGaussian.upperTail(edge);
      for (int v = 0; v < weights.length; v++) {
        double moved = Math.max(-12, edge - v * unit);
        delta += weights[v] > 1e-17 ? weights[v] * ReferenceGaussian.upperTail(moved) : 0;
      }
      best = Math.max(best, delta);
    }
    return best;
  }

  private static void assertCounted(int points, int records, int draws, double noise, double e) {
    AveragedDraws averaged = new AveragedDraws(points, records, draws, noise, e);
    double expected = delta(points, draws, noise, e, weights(points, records, draws));
    Enclosure found = averaged.delta();
    assertEquals(1, found.midpoint() / expected, 1e-9, averaged::toString);
    assertTrue(found.relativeWidth() < 1e-9);
    assertEquals(1, averaged.preciseDelta().doubleValue() / expected, 1e-9);
  }

  @Test
  void oneStep() {
    assertCounted(2, 5, 3, 0.7, 0.5);
  }

  @Test
  void severalSteps() {
    assertCounted(3, 4, 3, 0.5, 1);
    assertCounted(4, 6, 2, 1, 0.25);
  }

  /** Of 10 draws out of 2 records only up to 8 of the one are counted; all other terms stay. */
  @Test
  void rareTermsOnlyLowerTheBound() {
    double[] weights = weights(2, 2, 10);
    weights[9] = 0;
    weights[10] = 0;
    double expected = delta(2, 10, 0.2, 0.5, weights);
    AveragedDraws averaged = new AveragedDraws(2, 2, 10, 0.2, 0.5);
    assertEquals(1, averaged.delta().midpoint() / expected, 1e-9);
    assertEquals(1, averaged.preciseDelta().doubleValue() / expected, 1e-9);
  }

  /** Nothing that a huge epsilon would not allow: 0, not a negative bound. */
  @Test
  void boundsAreNeverNegative() {
    assertEquals(0, new AveragedDraws(2, 5, 3, 50, 8).delta().lower());
  }
}
