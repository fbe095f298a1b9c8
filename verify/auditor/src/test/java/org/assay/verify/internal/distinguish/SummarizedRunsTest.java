package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assay.verify.internal.distinguish.PairLearner.SummarizedRuns;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class SummarizedRunsTest {
  private static final int STORED = 4000;
  private static final int PORTION = 1000;
  private static final int PORTIONS = 60;

  /** Noise beyond 7, which is once in 1100 runs, is drawn again on the right dataset. */
  private static Outcome cutTails(boolean left, Random random) {
    double noise;
    do {
      noise = Planted.laplace(random, 1);
    } while (Math.abs(noise) > 7 && !left);
    return Outcome.of(noise);
  }

  /** One run in 1000 releases a number on a grid of noisy ones. */
  private static Outcome exact(boolean left, Random random) {
    return random.nextInt(1000) == 0
        ? Outcome.of(left ? 0.25 : 0.75)
        : Outcome.of(Math.rint(random.nextGaussian() * 0x1p20) * 0x1p-20);
  }

  private static Outcome onGrid(boolean left, Random random) {
    return Outcome.of(Math.rint(random.nextGaussian() * 0x1p20) * 0x1p-20);
  }

  private static SummarizedRuns memory(OutcomeTable stored, long seed, Planted.Law law) {
    SummarizedRuns memory = new SummarizedRuns(stored);
    List<List<double[]>> notes = new ArrayList<>();
    for (int i = 0; i < PORTIONS; i++) {
      notes.add(memory.notes(stored.of(Planted.batch(seed + i, PORTION, law))));
    }
    notes.forEach(memory::add);
    return memory;
  }

  @Test
  void theExtremeValuesAreCountedExactlyInAnyOrder() {
    Random random = new Random(1);
    OutcomeTable stored = Planted.table(1, STORED, SummarizedRunsTest::onGrid);
    int column = stored.layout().firstCoordinate();
    ColumnTails tails = ColumnTails.empty();
    tails.include(stored, column);
    List<ColumnTails> parts = new ArrayList<>();
    TreeMap<Double, Long> lefts = new TreeMap<>();
    count(stored, column, lefts);
    for (int i = 0; i < 20; i++) {
      OutcomeTable rows = stored.of(Planted.batch(100 + i, PORTION, SummarizedRunsTest::onGrid));
      ColumnTails part = tails.fresh();
      part.include(rows, column);
      parts.add(ColumnTails.decode(part.encode()));
      count(rows, column, lefts);
    }
    Collections.shuffle(parts, random);
    parts.forEach(tails::add);
    assertEquals(STORED + 20 * PORTION, tails.numbers(true) + tails.numbers(false));
    double[] smallest = lefts.keySet().stream().mapToDouble(x -> x).limit(64).toArray();
    double[] largest = lefts.descendingKeySet().stream().mapToDouble(x -> x).limit(64).toArray();
    assertArrayEquals(smallest, values(tails.low()));
    assertArrayEquals(largest, values(tails.high()));
    for (int i = 0; i < TailEnd.DEPTH; i++) {
      assertEquals(lefts.get(smallest[i]), tails.low().left(i));
      assertEquals(lefts.get(largest[i]), tails.high().left(i));
    }
  }

  private static void count(OutcomeTable rows, int column, Map<Double, Long> lefts) {
    for (int row = 0; row < rows.rows(); row++) {
      lefts.merge(rows.at(row, column) + 0.0, rows.isLeft(row) ? 1L : 0L, Long::sum);
    }
  }

  private static double[] values(TailEnd end) {
    double[] values = new double[end.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = end.value(i);
    }
    return values;
  }

  /** On runs that are all stored what is remembered can be counted again. */
  @Test
  void cellsOfTailsHoldWhatTheScorerPutsThere() {
    for (Planted.Law law :
        List.<Planted.Law>of(SummarizedRunsTest::cutTails, SummarizedRunsTest::exact)) {
      OutcomeTable stored = Planted.table(2, 60_000, law);
      Scorer scorer = new SummarizedRuns(stored).tails(stored, Planted.LINES).orElseThrow();
      BinCounts known = scorer.countPast(stored);
      BinCounts counted = BinCounts.of(scorer, stored, 0);
      for (int bin = 0; bin < counted.bins(); bin++) {
        assertEquals(counted.left(bin), known.left(bin));
        assertEquals(counted.right(bin), known.right(bin));
      }
    }
  }

  @Test
  void tailsAreFoundAmongRunsThatAreNotStored() {
    OutcomeTable stored = Planted.table(3, STORED, SummarizedRunsTest::cutTails);
    SummarizedRuns memory = memory(stored, 1000, SummarizedRunsTest::cutTails);
    assertEquals(STORED + PORTIONS * PORTION, memory.runs());
    Scorer scorer = memory.tails(stored, Planted.LINES).orElseThrow();
    // About 90 of the fresh runs give left away, each worth ln(1 + 1/e) at most.
    assertTrue(Planted.growth(scorer, stored, 4, 200_000, SummarizedRunsTest::cutTails) > 10);
    String event = Planted.event(scorer, stored);
    assertTrue(event.startsWith("size of the output > "), event);
  }

  @Test
  void exactReleasesAreToldFromCoincidences() {
    OutcomeTable stored = Planted.table(5, 20_000, SummarizedRunsTest::exact);
    SummarizedRuns memory = memory(stored, 2000, SummarizedRunsTest::exact);
    Scorer scorer = memory.recurrences(stored, Planted.LINES).orElseThrow();
    assertTrue(Planted.growth(scorer, stored, 6, 200_000, SummarizedRunsTest::exact) > 20);
    String event = Planted.event(scorer, stored);
    assertTrue(event.startsWith("output equals a value seen before on the "), event);
  }
}
