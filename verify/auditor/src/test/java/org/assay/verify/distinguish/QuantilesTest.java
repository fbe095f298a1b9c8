package org.assay.verify.distinguish;

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
    assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY, 1}, cuts);
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
    assertEquals("x is not a number", Quantiles.describe("x", cuts, true, 0, 1));
  }
}
