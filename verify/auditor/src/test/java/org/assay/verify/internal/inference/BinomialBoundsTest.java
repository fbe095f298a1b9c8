package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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
  void theMarginIsOnTheSafeSide() {
    // Both tails stay a billionth of alpha below it, which covers the distribution function.
    double lower = BinomialBounds.lower(9, 30, 0.01);
    double below = tail(30, 9, lower) / 0.01;
    assertEquals(1 - 1e-9, below, 1e-11);
    // Pr[Bin(30, upper) <= 9] = Pr[Bin(30, 1 - upper) >= 21]
    double upper = BinomialBounds.upper(9, 30, 0.01);
    double above = tail(30, 21, 1 - upper) / 0.01;
    assertEquals(1 - 1e-9, above, 1e-11);
  }

  @Test
  void tinyAnswersHaveTheirDigits() {
    // One success among n: 1 - (1 - p)^n = alpha (1 - 1e-9).
    double expected = -Math.expm1(Math.log1p(-1e-12) / 1e9);
    assertEquals(expected, BinomialBounds.lower(1, 1_000_000_000, 1e-12), expected * 3e-9);
  }

  @Test
  void saysWhatIsWrong() {
    refuses("successes were 5 of 4: they must be within [0, trials]", 5, 4, 0.1);
    refuses("successes were -1 of 4: they must be within [0, trials]", -1, 4, 0.1);
    refuses("trials was 0: it must be at least 1", 0, 0, 0.1);
    refuses("alpha was 1.0: it must be strictly between 0 and 1", 1, 4, 1);
  }

  private static void refuses(String message, long successes, long trials, double alpha) {
    for (Executable bound :
        new Executable[] {
          () -> BinomialBounds.lower(successes, trials, alpha),
          () -> BinomialBounds.upper(successes, trials, alpha)
        }) {
      assertEquals(message, assertThrows(IllegalArgumentException.class, bound).getMessage());
    }
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
