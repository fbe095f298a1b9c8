package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an audit keeps is bounded for all its pairs together, whatever their outcomes. */
class LearningMemoryTest {
  private static final long MEBIBYTE = 1L << 20;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 7, 16, 96})
  void allPairsTogetherStoreAtMost48Mebibytes(int pairs) {
    for (int width : new int[] {1, 12, 54, 90, 1000}) {
      long numbers = (long) pairs * new LearningMemory(pairs).rows(width) * width;
      assertTrue(numbers * Double.BYTES <= 48 * MEBIBYTE, pairs + " pairs, width " + width);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {97, 1000, 10_000})
  void eachOfVeryManyPairsStoresHalfAMebibyte(int pairs) {
    assertTrue(new LearningMemory(pairs).rows(54) * 54L * Double.BYTES <= MEBIBYTE / 2);
    assertTrue(new LearningMemory(pairs).rows(12) >= 4096);
  }

  /** Outcomes that are one number are stored as many as the count of outcomes allows. */
  @ParameterizedTest
  @CsvSource({"1, 131072", "4, 131072", "6, 87381", "128, 4096", "5000, 4096"})
  void singleNumbersAreBoundedByTheirCount(int pairs, int rows) {
    assertEquals(rows, new LearningMemory(pairs).rows(12));
  }

  @Test
  void refusesNoPairs() {
    assertThrows(IllegalArgumentException.class, () -> new LearningMemory(0));
  }

  /** Arrays grow by doubling, but not beyond what will ever be stored. */
  @Test
  void tablesReserveNoMoreThanTheyStore() {
    Planted.Law law = (left, random) -> Outcome.of(random.nextGaussian());
    TrialBatch batch = Planted.batch(1, 60, law);
    OutcomeTable table =
        new OutcomeTable(FeatureLayout.fitting(batch, new double[0]), KeyIndex.fitting(batch), 100);
    table.append(table.of(batch), batch);
    table.append(table.of(batch), batch);
    assertEquals(100, table.rows());
    assertEquals(100, table.reserved());
    assertEquals(60, table.of(batch).reserved());
  }
}
