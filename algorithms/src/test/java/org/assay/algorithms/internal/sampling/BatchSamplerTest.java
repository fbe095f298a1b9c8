package org.assay.algorithms.internal.sampling;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/**
 * Goodness of fit: every count below is exactly binomial if the sampler is right, and each of the
 * fewer than 200 is refused outside an interval that it leaves with probability at most 1e-9; a
 * class-wide false alarm has probability below 1e-6.
 */
class BatchSamplerTest {
  private static final int DRAWS = 20_000;
  private static final double FALSE_ALARM = 1e-9;
  private static final DpEvent STEP =
      DpEvent.gaussian(1, new Sensitivity(1, AdjacencyRelation.REPLACE_ONE));

  /** How often each record, each pair of records and each batch size occurred. */
  private static final class Counts {
    final int[] records;
    final int[][] pairs;
    final int[] sizes;

    Counts(BatchSampler sampler, long seed) {
      int n = sampler.populationSize();
      records = new int[n];
      pairs = new int[n][n];
      SplittableRandom random = new SplittableRandom(seed);
      Batches batches = sampler.batches();
      sizes = new int[batches.records().length + 1];
      for (int draw = 0; draw < DRAWS; draw++) {
        add(Arrays.copyOf(batches.records(), batches.next(random)), batches.records());
      }
    }

    private void add(int[] sized, int[] latest) {
      System.arraycopy(latest, 0, sized, 0, sized.length);
      sizes[sized.length]++;
      boolean[] present = new boolean[records.length];
      for (int i : sized) {
        present[i] = true;
      }
      for (int i = 0; i < present.length; i++) {
        records[i] += present[i] ? 1 : 0;
        for (int j = 0; j < i; j++) {
          pairs[i][j] += present[i] && present[j] ? 1 : 0;
        }
      }
    }

    void assertInclusion(double one, double two) {
      for (int i = 0; i < records.length; i++) {
        assertBinomial(records[i], one, "record " + i);
        for (int j = 0; j < i; j++) {
          assertBinomial(pairs[i][j], two, "pair " + i + ", " + j);
        }
      }
    }
  }

  private static void assertBinomial(int count, double probability, String name) {
    BinomialDistribution law = new BinomialDistribution(DRAWS, probability);
    double tail =
        Math.min(law.cumulativeProbability(count), 1 - law.cumulativeProbability(count - 1));
    assertTrue(tail >= FALSE_ALARM / 2, name + " came " + count + " times, tail " + tail);
  }

  @Test
  void poissonSamplesRecordsIndependently() {
    double q = 0.3;
    Counts counts = new Counts(BatchSampler.poisson(10, q), 1);
    counts.assertInclusion(q, q * q);
    BinomialDistribution size = new BinomialDistribution(10, q);
    for (int k = 0; k <= 10; k++) {
      assertBinomial(counts.sizes[k], size.probability(k), "size " + k);
    }
  }

  /** Probabilities so small that only the finer bits decide, and ones just above a coarse step. */
  @Test
  void poissonProbabilitiesAreExactBeyondTheFirstBits() {
    double tiny = 0x1p-16 * 0.6;
    Batches batches = BatchSampler.poisson(100_000, tiny).batches();
    SplittableRandom random = new SplittableRandom(2);
    int count = 0;
    for (int draw = 0; draw < 200; draw++) {
      count += batches.next(random);
    }
    BinomialDistribution law = new BinomialDistribution(20_000_000, tiny);
    assertTrue(law.cumulativeProbability(count) >= FALSE_ALARM);
    assertTrue(1 - law.cumulativeProbability(count - 1) >= FALSE_ALARM);
  }

  /** A record comes for exactly 2^64 q of the 2^64 words of 16 first and 48 further bits. */
  @Test
  void poissonProbabilitiesAreExactToTheLastBit() {
    for (long words : new long[] {1, (1L << 47) + 3, (5L << 48) + 1, 7L << 48}) {
      Batches batches = BatchSampler.poisson(1, words * 0x1p-64).batches();
      assertEquals(1, draw(batches, words - 1), () -> "last word of " + words);
      assertEquals(0, draw(batches, words), () -> "first word beyond " + words);
    }
  }

  /** One draw whose first 16 and further 48 bits are those of a word. */
  private static int draw(Batches batches, long word) {
    Iterator<Long> bits = List.of(word >>> 48, word & ((1L << 48) - 1)).iterator();
    return batches.next(bits::next);
  }

  @Test
  void poissonEdgesAreExact() {
    SplittableRandom random = new SplittableRandom(3);
    Batches all = BatchSampler.poisson(9, 1).batches();
    assertEquals(9, all.next(random));
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8}, all.records());
    assertEquals(0x1p-64, ((PoissonSampler) BatchSampler.poisson(1, 1e-30)).samplingProbability());
    assertEquals(0.1, ((PoissonSampler) BatchSampler.poisson(1, 0.1)).samplingProbability());
    assertEquals(3, BatchSampler.poisson(6, 0.5).expectedBatchSize());
  }

  @Test
  void fixedSizeSamplesAreUniformSubsets() {
    Counts counts = new Counts(BatchSampler.fixedSize(8, 3), 4);
    counts.assertInclusion(3.0 / 8, 3.0 / 8 * 2 / 7);
    assertEquals(DRAWS, counts.sizes[3]);
  }

  /** Successive draws share an array, yet must be independent. */
  @Test
  void fixedSizeSamplesForgetThePreviousOne() {
    SplittableRandom random = new SplittableRandom(5);
    Batches batches = BatchSampler.fixedSize(5, 1).batches();
    int[][] transitions = new int[5][5];
    batches.next(random);
    int previous = batches.records()[0];
    for (int draw = 0; draw < DRAWS; draw++) {
      batches.next(random);
      transitions[previous][batches.records()[0]]++;
      previous = batches.records()[0];
    }
    for (int[] row : transitions) {
      for (int count : row) {
        assertBinomial(count, 1.0 / 25, "transition");
      }
    }
  }

  @Test
  void passesAreInOrder() {
    SplittableRandom random = new SplittableRandom(7);
    Batches cycle = BatchSampler.cyclic(7, 3).batches();
    for (int first : new int[] {0, 3, 0, 3}) {
      assertEquals(3, cycle.next(random));
      assertArrayEquals(new int[] {first, first + 1, first + 2}, cycle.records());
    }
  }

  @Test
  void eventsNameTheSampling() {
    assertEquals(STEP.poissonSampled(0.25).times(9), BatchSampler.poisson(8, 0.25).event(STEP, 9));
    assertEquals(STEP.fixedSizeSampled(3, 8).times(9), BatchSampler.fixedSize(8, 3).event(STEP, 9));
    assertEquals(STEP, BatchSampler.cyclic(7, 3).event(STEP, 1));
    assertEquals(STEP.times(1), BatchSampler.cyclic(7, 3).event(STEP, 2));
    assertEquals(STEP.times(5), BatchSampler.cyclic(7, 3).event(STEP, 10));
    assertEquals(
        DpEvent.parallel(STEP.times(3), STEP.times(2)), BatchSampler.cyclic(7, 3).event(STEP, 5));
  }

  @Test
  void refusesWhatMakesNoSense() {
    refuses("samplingProbability was NaN", () -> BatchSampler.poisson(1, Double.NaN));
    refuses("samplingProbability was 0.0", () -> BatchSampler.poisson(1, 0));
    refuses("samplingProbability was 1.5", () -> BatchSampler.poisson(1, 1.5));
    refuses("populationSize was 0", () -> BatchSampler.poisson(0, 0.5));
    refuses("batchSize was 9", () -> BatchSampler.fixedSize(8, 9));
    refuses("batchSize was 0", () -> BatchSampler.cyclic(8, 0));
    refuses("batchSize was 9", () -> BatchSampler.cyclic(8, 9));
    DpEvent shifting = DpEvent.gaussian(1, new Sensitivity(1, AdjacencyRelation.ADD_OR_REMOVE));
    refuses("adjacency of the step", () -> BatchSampler.cyclic(7, 3).event(shifting, 2));
  }
}
