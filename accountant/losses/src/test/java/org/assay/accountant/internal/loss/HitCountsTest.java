package org.assay.accountant.internal.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Distributions of hits against binomial coefficients of integers. */
class HitCountsTest {
  private static final MathContext DIGITS = new MathContext(60);

  private static BigDecimal choose(long n, long k) {
    if (k < 0 || k > n) {
      return BigDecimal.ZERO;
    }
    BigInteger result = BigInteger.ONE;
    for (long i = 0; i < k; i++) {
      result = result.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
    }
    return new BigDecimal(result);
  }

  @ParameterizedTest
  @CsvSource({"1,4,2", "2,4,2", "3,4,2", "3,4,3", "10,1000,3", "50,100,7", "90,100,20", "5,9,30"})
  void hypergeometric(long sample, long population, long unit) {
    HitCounts hits = HitCounts.hypergeometric(sample, population, unit);
    long owned = Math.min(unit, population);
    BigDecimal all = choose(population, sample);
    BigDecimal none = choose(population - owned, sample).divide(all, DIGITS);
    BigDecimal share = BigDecimal.ONE.subtract(none);
    contains(hits.share(), share);
    Enclosure total = Enclosure.exact(hits.rest());
    for (int i = 0; i < hits.weights().size(); i++) {
      long k = hits.smallest() + i;
      BigDecimal exact =
          choose(owned, k)
              .multiply(choose(population - owned, sample - k))
              .divide(all, DIGITS)
              .divide(share, DIGITS);
      contains(hits.weights().get(i), exact);
      total = total.plus(hits.weights().get(i));
    }
    assertTrue(total.contains(1), total::toString);
  }

  @ParameterizedTest
  @CsvSource({"1,0.25", "2,0.5", "7,0.125", "40,0.984375", "300,0x1p-8", "1000,0x1p-30"})
  void binomial(long trials, double hit) {
    HitCounts hits = HitCounts.binomial(trials, Enclosure.exact(hit));
    BigDecimal q = new BigDecimal(hit);
    BigDecimal miss = BigDecimal.ONE.subtract(q);
    BigDecimal share = BigDecimal.ONE.subtract(miss.pow((int) trials, DIGITS));
    contains(hits.share(), share);
    BigDecimal listed = BigDecimal.ZERO;
    for (int i = 0; i < hits.weights().size(); i++) {
      long k = hits.smallest() + i;
      BigDecimal exact =
          choose(trials, k)
              .multiply(q.pow((int) k, DIGITS))
              .multiply(miss.pow((int) (trials - k), DIGITS))
              .divide(share, DIGITS);
      contains(hits.weights().get(i), exact);
      listed = listed.add(exact);
    }
    double unlisted = BigDecimal.ONE.subtract(listed).doubleValue();
    assertTrue(unlisted <= hits.rest() + 1e-50, () -> unlisted + " above " + hits.rest());
    assertTrue(hits.rest() < 1e-30);
  }

  /** Values of doubles differ by their own rounding, and slightly by that of 1 - p. */
  private static void contains(Enclosure enclosure, BigDecimal exact) {
    assertTrue(enclosure.contains(exact.round(new MathContext(40))), enclosure + ": " + exact);
    assertTrue(enclosure.relativeWidth() < 1e-11, enclosure::toString);
  }

  @Test
  void tooManyHitsAreNotListed() {
    Enclosure half = Enclosure.exact(0.5);
    assertThrows(UnsupportedEventException.class, () -> HitCounts.binomial(100_000, half));
    assertThrows(UnsupportedEventException.class, () -> HitCounts.binomial(1L << 53, half));
    assertThrows(UnsupportedEventException.class, () -> HitCounts.hypergeometric(1000, 3000, 1000));
    assertEquals(1, HitCounts.hypergeometric(1000, 3000, 1).weights().size());
    assertEquals(0, HitCounts.binomial(200, half).rest(), 1e-30);
  }
}
