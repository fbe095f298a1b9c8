package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AllocationTest {
  @Test
  void sharesBelowOneAreDealtOutInTurns() {
    int pairs = 64;
    int batch = 40;
    int batches = 128;
    double[] weights = new double[pairs];
    Arrays.fill(weights, 0.2 / (pairs - 1));
    weights[7] = 0.8;
    int[] sums = new int[pairs];
    for (int i = 0; i < batches; i++) {
      int[] shares = Allocation.round(batch, weights, i * 0.6180339887498949 % 1);
      assertEquals(batch, Arrays.stream(shares).sum());
      for (int pair = 0; pair < pairs; pair++) {
        assertEquals(batch * weights[pair], shares[pair], 1);
        sums[pair] += shares[pair];
      }
    }
    for (int pair = 0; pair < pairs; pair++) {
      assertEquals(batches * batch * weights[pair], sums[pair], 4, "pair " + pair);
    }
  }

  @Test
  void onlyTheFirstBatchOwesEveryPairSomeRuns() {
    assertEquals(512, Allocation.batchSize(0, 64, 10_000));
    assertEquals(76, Allocation.batchSize(512, 64, 10_000));
    assertEquals(32, Allocation.batchSize(32, 1, 10_000));
    assertEquals(5, Allocation.batchSize(512, 64, 5));
  }

  @Test
  void trustBeginsEqualAndEndsBounded() {
    assertEquals(1, Allocation.trust(0), 0.04);
    assertTrue(Allocation.trust(3) < 2);
    assertTrue(Allocation.trust(8) > 64);
    assertEquals(Allocation.trust(20), Allocation.trust(1e6));
  }
}
