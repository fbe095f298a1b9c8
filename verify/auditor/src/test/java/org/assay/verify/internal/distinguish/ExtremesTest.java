package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.assay.verify.internal.distinguish.FeatureLearner.Extremes;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class ExtremesTest {
  private static final int ROWS = 5000;

  @Test
  void cutsLieBeforeTheLastValues() {
    OutcomeTable past = Planted.table(1, ROWS, (left, random) -> Outcome.of(random.nextGaussian()));
    int column = past.layout().firstCoordinate();
    double[] sorted = new double[ROWS];
    for (int row = 0; row < ROWS; row++) {
      sorted[row] = past.at(row, column);
    }
    Arrays.sort(sorted);
    double[] expected = {
      sorted[0],
      sorted[1],
      sorted[3],
      sorted[7],
      sorted[15],
      0,
      sorted[ROWS - 17],
      sorted[ROWS - 9],
      sorted[ROWS - 5],
      sorted[ROWS - 3],
      sorted[ROWS - 2]
    };
    Extremes extremes = Extremes.of(past, column);
    assertArrayEquals(expected, extremes.extend(new double[] {0}));
    BinCounts counts = extremes.counts();
    int bins = counts.bins();
    assertEquals(ROWS, counts.total());
    for (int depth = 1; depth <= Extremes.DEPTH / 2; depth *= 2) {
      int level = Integer.numberOfTrailingZeros(depth) + 1;
      assertEquals(depth, both(counts, 0, 1 + level));
      assertEquals(depth, both(counts, bins - level, bins));
    }
  }

  @Test
  void indicatorsOfRareEventsAreExtremes() {
    OutcomeTable past =
        Planted.table(
            2,
            ROWS,
            (left, random) ->
                left && random.nextInt(500) == 0
                    ? new Outcome.Failure("x")
                    : Outcome.of(random.nextGaussian()));
    Extremes failure = Extremes.of(past, 0);
    long failures = 0;
    for (int row = 0; row < ROWS; row++) {
      failures += past.at(row, 0) == 1 ? 1 : 0;
    }
    assertTrue(failure.separate());
    BinCounts counts = failure.counts();
    int middle = counts.bins() / 2;
    assertEquals(failures, counts.left(middle + 1, counts.bins()));
    assertEquals(0, counts.right(middle + 1, counts.bins()));
    assertFalse(Extremes.of(past, 1).separate());
  }

  private static long both(BinCounts counts, int from, int to) {
    return counts.left(from, to) + counts.right(from, to);
  }
}
