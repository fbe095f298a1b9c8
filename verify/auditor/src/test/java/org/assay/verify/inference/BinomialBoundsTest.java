package org.assay.verify.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BinomialBoundsTest {
  @Test
  void knowsTheRareEventThatSomeLibrariesMiss() {
    assertEquals(1.825e-8, BinomialBounds.lower(3, 1_000_000, 1e-6), 0.001e-8);
  }

  @Test
  void agreesWithTabulatedValues() {
    // Two-sided 95% for 5 of 20: [0.0866, 0.4910] (Clopper and Pearson's chart, refined).
    assertEquals(0.08657, BinomialBounds.lower(5, 20, 0.025), 1e-5);
    assertEquals(0.49105, BinomialBounds.upper(5, 20, 0.025), 1e-5);
  }

  @Test
  void isExactAtTheEnds() {
    assertEquals(0, BinomialBounds.lower(0, 10, 0.05));
    assertEquals(1, BinomialBounds.upper(10, 10, 0.05));
    double upper = BinomialBounds.upper(0, 1_000_000_000, 0.05);
    // -ln(0.05)/n less the second-order term.
    double expected = 2.995732273553991e-9 - 0.5 * 2.995732273553991e-9 * 2.995732273553991e-9;
    assertEquals(expected, upper, 1e-22);
    assertTrue(upper >= expected * (1 - 1e-15));
    assertEquals(Math.pow(0.05, 0.1), BinomialBounds.lower(10, 10, 0.05), 1e-14);
  }

  @Test
  void lowerAndUpperMirrorEachOther() {
    for (long k = 1; k < 50; k += 7) {
      double lower = BinomialBounds.lower(k, 50, 0.01);
      double upper = BinomialBounds.upper(50 - k, 50, 0.01);
      assertEquals(lower, 1 - upper, 1e-9);
      assertTrue(lower < k / 50.0);
    }
  }

  @Test
  void coversByExactSummation() {
    // Pr[Bin(30, lower) >= 9] must not exceed alpha, and must come close.
    double lower = BinomialBounds.lower(9, 30, 0.01);
    double tail = tail(30, 9, lower);
    assertTrue(tail <= 0.01);
    assertEquals(0.01, tail, 1e-9);
  }

  @Test
  void refusesImpossibleCounts() {
    assertThrows(IllegalArgumentException.class, () -> BinomialBounds.lower(5, 4, 0.1));
    assertThrows(IllegalArgumentException.class, () -> BinomialBounds.lower(-1, 4, 0.1));
    assertThrows(IllegalArgumentException.class, () -> BinomialBounds.upper(1, 4, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> BinomialBounds.upper(0, 0, 0.1));
  }

  private static double tail(int n, int from, double p) {
    double sum = 0;
    for (int k = from; k <= n; k++) {
      double term = 1;
      for (int i = 0; i < k; i++) {
        term *= p * (n - i) / (i + 1);
      }
      sum += term * Math.pow(1 - p, n - k);
    }
    return sum;
  }
}
