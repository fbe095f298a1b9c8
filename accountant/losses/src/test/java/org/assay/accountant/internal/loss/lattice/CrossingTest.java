package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds that take the wanted value exactly: the crossing is then to the left. */
class CrossingTest {
  /** 1 before a place and exactly the value from there on. */
  private static DoubleUnaryOperator stepAt(double place) {
    return x -> x < place ? 1 : 0.5;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 2.9, 3, 3.1, 5})
  void equalValuesAreReached(double guess) {
    double[] ends = Crossing.of(stepAt(3), 0.5, guess, 1e-5);
    assertTrue(ends[0] < 3 && ends[1] >= 3, ends[0] + " to " + ends[1]);
    assertTrue(ends[1] - ends[0] <= 1e-5 * ends[1], ends[0] + " to " + ends[1]);
  }

  @Test
  void valuesReachedAtTheLastPlaceAreFound() {
    double[] ends = Crossing.of(stepAt(1e300), 0.5, 1, 1e-3);
    assertTrue(ends[0] < 1e300 && ends[1] == 1e300, ends[0] + " to " + ends[1]);
    assertArrayEquals(new double[] {0, 0}, Crossing.of(stepAt(0), 0.5, 2, 1e-3));
  }

  /** A tolerance below that of doubles ends after 60 steps. */
  @Test
  void searchesEndWithoutTheirTolerance() {
    int[] calls = new int[1];
    DoubleUnaryOperator bound =
        x -> {
          calls[0]++;
          return Math.exp(-x);
        };
    double[] ends = Crossing.of(bound, 0.25, 1.5, 0x1p-60);
    assertTrue(Math.exp(-ends[0]) > 0.25 && Math.exp(-ends[1]) <= 0.25);
    // Strides of 1.5 · 2^-58 · 8^k: the first that reaches back by 0.1137 is of k = 18 in sum.
    assertEquals(1 + 19 + 60, calls[0], 1);
    int before = calls[0];
    Crossing.of(bound, 0.25, 1.5, 0x1p-57);
    assertEquals(before - 1, calls[0] - before, "one stride less");
  }

  /** Where secants converge slowly, every third step halves. */
  @Test
  void halvingKeepsSteepBoundsClose() {
    DoubleUnaryOperator steep = x -> x < 7.3 ? 1 : 1e-300 * Math.exp(-x);
    double[] ends = Crossing.of(steep, 0.5, 1, 1e-6);
    assertTrue(ends[0] < 7.3 && ends[1] >= 7.3, ends[0] + " to " + ends[1]);
    assertTrue(ends[1] - ends[0] <= 1e-6 * ends[1], ends[0] + " to " + ends[1]);
  }
}
