package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class QuantilesTest {
  @Test
  void cutsAscendAndBinsFollowThem() {
    Random random = new Random(1);
    double[] values = random.doubles(5000).toArray();
    double[] cuts = Quantiles.cuts(values, values.length);
    for (int i = 1; i < cuts.length; i++) {
      assertTrue(cuts[i] > cuts[i - 1]);
      assertEquals(i + 1, Quantiles.bin(cuts, cuts[i]));
    }
    assertEquals(1, Quantiles.bin(cuts, -1));
    assertEquals(cuts.length + 1, Quantiles.bin(cuts, 2));
  }

  @Test
  void notANumberHasABinOfItsOwnAndInfinitiesDoNot() {
    double[] values = {Double.NaN, 1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1};
    double[] cuts = Quantiles.cuts(values, values.length);
    assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY, 1, Double.POSITIVE_INFINITY}, cuts);
    assertEquals(0, Quantiles.bin(cuts, Double.NaN));
    assertEquals(3, Quantiles.bin(cuts, Double.POSITIVE_INFINITY));
    assertEquals(1, Quantiles.bin(cuts, Double.NEGATIVE_INFINITY));
  }

  @Test
  void rangesReadAsWords() {
    double[] cuts = {-0.5, 0.371234567, 2};
    assertEquals("x > 0.371235", Quantiles.describe("x", cuts, false, 3, 5));
    assertEquals("x ≤ -0.5", Quantiles.describe("x", cuts, false, 0, 2));
    assertEquals("x ≤ -0.5 or not a number", Quantiles.describe("x", cuts, true, 0, 2));
    assertEquals("x > -0.5 and ≤ 2", Quantiles.describe("x", cuts, false, 2, 4));
    assertEquals("x is a number", Quantiles.describe("x", cuts, true, 1, 5));
    assertEquals("x is not a number", Quantiles.describe("x", cuts, true, 0, 1));
  }

  @Test
  void fewValuesAreCutAtEveryOne() {
    double[] values = {3, 1, 1, 7, 3, 1};
    assertArrayEquals(new double[] {1, 3, 7}, Quantiles.cuts(values, values.length));
  }

  @Test
  void theLastValuesOfEitherEndAreCutOff() {
    double[] values = new Random(2).doubles(10_000).toArray();
    double[] cuts = Quantiles.cuts(values, values.length);
    // Sorted by now.
    for (int depth = 1; depth <= 4; depth *= 2) {
      assertTrue(Quantiles.bin(cuts, values[depth - 1]) < Quantiles.bin(cuts, values[depth]));
      int last = values.length - depth;
      assertTrue(Quantiles.bin(cuts, values[last - 1]) < Quantiles.bin(cuts, values[last]));
    }
  }

  @Test
  void gridsReadAsMultiples() {
    double[] cuts = {-54, -10};
    assertEquals("x is not a multiple of 2^-53", Quantiles.describeGrid("x", cuts, false, 0, 2));
    assertEquals("x is a multiple of 2^-9", Quantiles.describeGrid("x", cuts, true, 3, 4));
    assertEquals(
        "x is a multiple of 2^-53 and not a multiple of 2^-9",
        Quantiles.describeGrid("x", cuts, true, 2, 3));
  }
}
