package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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
    assertEquals(40, Allocation.batchSize(512, 64, 10_000));
    assertEquals(32, Allocation.batchSize(32, 1, 10_000));
    assertEquals(5, Allocation.batchSize(512, 64, 5));
  }

  @Test
  void manyPairsLeaveLessToTheFirst() {
    assertEquals(Allocation.FIRST + (1 - Allocation.FIRST) / 8, Allocation.prior(8)[0], 1e-15);
    double first = Allocation.FIRST / 8;
    assertEquals(first + (1 - first) / 64, Allocation.prior(64)[0], 1e-15);
    for (int pairs : new int[] {1, 2, 8, 9, 64, 1000}) {
      double[] prior = Allocation.prior(pairs);
      assertEquals(1, Arrays.stream(prior).sum(), 1e-12);
      for (int i = 1; i < pairs; i++) {
        assertEquals(prior[pairs - 1], prior[i]);
        assertTrue(prior[i] > 0 && prior[i] < prior[0]);
      }
    }
  }

  @Test
  void everyPairHasFiveOfTheFirstRuns() {
    for (int pairs = 1; pairs <= 200; pairs++) {
      int batch = Allocation.batchSize(0, pairs, Long.MAX_VALUE);
      int least = Arrays.stream(new Allocation().spread(batch, unknown(pairs))).min().orElseThrow();
      assertTrue(least >= 5, least + " for one of " + pairs);
    }
  }

  @Test
  void whatIsSpreadBeforeTheFirstRuns() {
    int[] counts = new Allocation().spread(6400, unknown(64));
    assertEquals(6400, Arrays.stream(counts).sum());
    double led = 1 - Allocation.EVEN;
    double first = Allocation.FIRST / 8;
    double other = Allocation.EVEN / 64 + led * (1 - first) / 64;
    assertEquals(6400 * (other + led * first), counts[0], 1);
    for (int i = 1; i < counts.length; i++) {
      assertEquals(6400 * other, counts[i], 1, "pair " + i);
    }
  }

  @Test
  void everyPairHasItsTurnInSmallBatches() {
    Allocation allocation = new Allocation();
    List<GrowthEstimates> pairs = unknown(64);
    int[] sums = new int[pairs.size()];
    for (int batch = 0; batch < 128; batch++) {
      int[] counts = allocation.spread(10, pairs);
      Arrays.setAll(sums, pair -> sums[pair] + counts[pair]);
      allocation.observe(pairs);
    }
    double share = Allocation.weights(unknown(64), Allocation.NO_PAIR)[1];
    for (int pair = 1; pair < sums.length; pair++) {
      assertEquals(1280 * share, sums[pair], 4, "pair " + pair);
    }
  }

  @Test
  void runsFollowEvidenceAndNoPairIsDropped() {
    List<GrowthEstimates> known = new ArrayList<>(Collections.nCopies(64, evidence(0.5)));
    known.set(37, evidence(6.5));
    double[] before = Allocation.weights(known, Allocation.NO_PAIR);
    assertEquals(1, Arrays.stream(before).sum(), 1e-12);
    // The prior of 0.95/64 times e^6 against the rest of it.
    double odds = Math.exp(6) * 0.95 / 64;
    double led = (1 - Allocation.EVEN) * Allocation.TRUST;
    double growing = (1 - Allocation.EVEN) * (1 - Allocation.TRUST) / 64;
    double even = Allocation.EVEN / 64;
    double share = even + led * odds / (odds + 1 - 0.95 / 64) + growing;
    assertEquals(share, before[37], 1e-12);
    known.set(37, evidence(10));
    double[] after = Allocation.weights(known, Allocation.NO_PAIR);
    assertTrue(after[37] > 0.97);
    for (int i = 1; i < known.size(); i++) {
      assertTrue(after[i] >= Allocation.EVEN_IF_SURE / 64, "pair " + i);
      assertTrue(before[i] >= Allocation.EVEN / 64, "pair " + i);
    }
  }

  @Test
  void pairsThatLeakForCertainShareByThePriorAlone() {
    double[] weights =
        Allocation.weights(List.of(evidence(20), evidence(500), evidence(1e6)), Allocation.NO_PAIR);
    double even = Allocation.EVEN_IF_SURE / 3;
    assertEquals(even + (1 - Allocation.EVEN_IF_SURE) * 0.6, weights[0], 1e-12);
    assertEquals(even + (1 - Allocation.EVEN_IF_SURE) * 0.2, weights[1], 1e-12);
    assertEquals(weights[1], weights[2], 1e-15);
  }

  @Test
  void aPairThatCameToTheFrontIsKeptToUntilAnotherShowsClearlyMore() {
    double loyalty = Allocation.LOYALTY;
    List<GrowthEstimates> known =
        new ArrayList<>(List.of(evidence(loyalty / 2), evidence(loyalty - 0.01), evidence(0)));
    assertEquals(Allocation.NO_PAIR, Allocation.favourite(Allocation.NO_PAIR, known));
    known.set(1, evidence(loyalty));
    assertEquals(1, Allocation.favourite(Allocation.NO_PAIR, known));
    known.set(2, evidence(2 * loyalty - 0.01));
    assertEquals(1, Allocation.favourite(1, known));
    known.set(2, evidence(2 * loyalty));
    assertEquals(2, Allocation.favourite(1, known));
    known.set(2, evidence(loyalty));
    double[] kept = Allocation.weights(known, 1);
    double led = (1 - Allocation.EVEN) * Allocation.TRUST;
    double believed = Math.exp(2 * loyalty) * 0.2;
    double rest = Math.exp(loyalty / 2) * 0.6 + Math.exp(loyalty) * 0.2;
    double growing = (1 - Allocation.EVEN) * (1 - Allocation.TRUST) / 3;
    double share = Allocation.EVEN / 3 + led * believed / (believed + rest) + growing;
    assertEquals(share, kept[1], 1e-12);
    assertEquals(1, Arrays.stream(kept).sum(), 1e-12);
  }

  @Test
  void runsAreSpreadByWhatWasObserved() {
    Allocation allocation = new Allocation();
    List<GrowthEstimates> front = List.of(evidence(0), evidence(Allocation.LOYALTY), evidence(0));
    List<GrowthEstimates> alike = List.of(evidence(2), evidence(2), evidence(2));
    allocation.observe(front);
    assertSpread(Allocation.weights(alike, 1), allocation, alike);
    allocation.observe(alike);
    assertSpread(Allocation.weights(alike, 1), allocation, alike);
    allocation.observe(List.of(evidence(2), evidence(0), evidence(4)));
    assertSpread(Allocation.weights(alike, 2), allocation, alike);
  }

  private static void assertSpread(
      double[] weights, Allocation allocation, List<GrowthEstimates> known) {
    int[] counts = allocation.spread(10_000, known);
    for (int i = 0; i < counts.length; i++) {
      assertEquals(10_000 * weights[i], counts[i], 1, "pair " + i);
    }
  }

  @Test
  void batchesGrowFasterOnceAnAuditIsLong() {
    assertEquals(8_000, Allocation.batchSize(100_000, 8, 10_000_000));
    assertEquals(24_000, Allocation.batchSize(300_000, 8, 10_000_000));
    assertEquals(44_000, Allocation.batchSize(400_000, 8, 10_000_000));
    assertEquals(65_536, Allocation.batchSize(4_000_000, 8, 10_000_000));
  }

  @Test
  void aPairThatMayGrowFasterGetsMoreAsLongAsNoneIsSure() {
    GrowthEstimates slow = new GrowthEstimates(0.01, 0, 0, 2);
    GrowthEstimates fast = new GrowthEstimates(0.1, 0, 0, 2);
    double[] weights = Allocation.weights(List.of(slow, slow, fast), Allocation.NO_PAIR);
    double growing = (1 - Allocation.EVEN) * (1 - Allocation.TRUST);
    assertEquals(growing, weights[2] - weights[1], 1e-3 * growing);
  }

  private static GrowthEstimates evidence(double evidence) {
    return new GrowthEstimates(0.01, 0, 0, evidence);
  }

  private static List<GrowthEstimates> unknown(int pairs) {
    return Collections.nCopies(pairs, GrowthEstimates.NONE);
  }
}
