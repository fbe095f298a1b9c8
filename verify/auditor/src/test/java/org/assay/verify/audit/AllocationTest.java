package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.distinguish.LearningMemory;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.trial.ListPairs;
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
  void manyPairsLeaveLessToTheFirstBeforeAnythingIsProven() {
    assertEquals(Allocation.LEADER, Allocation.reserved(false, 1));
    assertEquals(Allocation.LEADER, Allocation.reserved(false, 8));
    assertEquals(Allocation.LEADER / 8, Allocation.reserved(false, 64), 1e-15);
    assertEquals(Allocation.LEADER, Allocation.reserved(true, 64));
  }

  @Test
  void whatIsSpreadBeforeTheFirstRuns() {
    List<SupportingLine> lines = List.of(new SupportingLine(1, Rounding.expUp(1), 0));
    LearningMemory memory = new LearningMemory(64);
    List<PairState<List<Integer>>> pairs =
        IntStream.range(0, 64)
            .mapToObj(i -> new PairState<>(ListPairs.addOne(List.of(), i), lines, memory))
            .toList();
    int[] counts = new Allocation().spread(6400, pairs);
    assertEquals(6400, Arrays.stream(counts).sum());
    // The first pair is the favourite and, as nothing is known, the most hopeful one as well.
    double even = (1 - Allocation.LEADER / 8) / 64;
    assertEquals(6400 * (Allocation.LEADER / 8 + even), counts[0], 1);
    for (int i = 1; i < counts.length; i++) {
      assertEquals(6400 * even, counts[i], 1, "pair " + i);
    }
  }

  @Test
  void trustBeginsEqualAndEndsBounded() {
    assertEquals(1, Allocation.trust(0), 0.04);
    assertTrue(Allocation.trust(3) < 2);
    assertTrue(Allocation.trust(8) > 64);
    assertEquals(Allocation.trust(20), Allocation.trust(1e6));
  }
}
