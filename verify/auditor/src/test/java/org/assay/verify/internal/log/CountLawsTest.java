package org.assay.verify.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** The laws against sums of products at fifty digits. */
class CountLawsTest {
  private static final MathContext DIGITS = new MathContext(50);

  private static BigInteger choose(long n, long k) {
    BigInteger product = BigInteger.ONE;
    for (long i = 0; i < k; i++) {
      product = product.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
    }
    return product;
  }

  private static BigDecimal binomial(long n, double rate, long k) {
    BigDecimal hit = new BigDecimal(rate);
    return new BigDecimal(choose(n, k))
        .multiply(hit.pow((int) k, DIGITS), DIGITS)
        .multiply(BigDecimal.ONE.subtract(hit).pow((int) (n - k), DIGITS), DIGITS);
  }

  private static void encloses(Enclosure found, BigDecimal exact, double width) {
    assertTrue(found.contains(exact), () -> found + " without " + exact);
    assertTrue(found.relativeWidth() < width, () -> "width " + found.relativeWidth());
  }

  @Test
  void binomialMasses() {
    double rate = 256.0 / 60000;
    CountLaw law = CountLaws.binomial(60000, rate);
    for (long k : new long[] {0, 200, 256, 300}) {
      encloses(law.mass(k), binomial(60000, rate, k), 1e-8);
    }
    assertTrue(law.mass(600).contains(binomial(60000, rate, 600)));
    assertTrue(law.mass(600).upper() > 0 && law.mass(600).upper() < 1e-50);
    assertEquals(0, law.mass(-1).upper());
    assertEquals(0, law.mass(60001).upper());
  }

  @Test
  void sureCounts() {
    assertEquals(Enclosure.ONE, CountLaws.binomial(7, 1).mass(7));
    assertEquals(Enclosure.ONE, CountLaws.binomial(7, 0).mass(0));
    assertEquals(0, CountLaws.binomial(7, 1).mass(6).upper());
    encloses(CountLaws.binomial(7, 0.25).mass(7), binomial(7, 0.25, 7), 1e-10);
  }

  @Test
  void hypergeometricMasses() {
    CountLaw law = CountLaws.hypergeometric(200, 50, 30);
    BigDecimal all = new BigDecimal(choose(200, 30));
    for (long k = 0; k <= 30; k++) {
      BigDecimal exact =
          new BigDecimal(choose(50, k).multiply(choose(150, 30 - k))).divide(all, DIGITS);
      encloses(law.mass(k), exact, 1e-12);
    }
    assertEquals(0, law.mass(31).upper());
    assertEquals(0, CountLaws.hypergeometric(10, 8, 5).mass(2).upper(), "two others are too few");
  }

  @Test
  void truncatedMasses() {
    CountLaw law = CountLaws.truncated(40, 0.25, 12);
    BigDecimal tail = BigDecimal.ZERO;
    for (long k = 40; k >= 12; k--) {
      tail = tail.add(binomial(40, 0.25, k));
    }
    encloses(law.mass(12), tail, 1e-10);
    encloses(law.mass(11), binomial(40, 0.25, 11), 1e-10);
    assertEquals(0, law.mass(13).upper());
  }

  /** Under the law every other rate has an expected factor of at most 1, and not much less. */
  @Test
  void otherRatesAreLaws() {
    for (CountLaw law :
        List.of(
            CountLaws.binomial(40, 0.25),
            CountLaws.truncated(40, 0.25, 12),
            CountLaws.truncated(40, 0.25, 60),
            CountLaws.hypergeometric(200, 50, 30))) {
      for (double rate : new double[] {0.1, 0.2, 0.3, 0.6}) {
        double mean = 0;
        for (long k = 0; k <= 40; k++) {
          Enclosure mass = law.mass(k);
          mean += mass.upper() == 0 ? 0 : mass.lower() * Math.exp(law.logRatioAtRate(rate, k));
        }
        double expectation = mean;
        assertTrue(mean <= 1 + 1e-12 && mean > 1 - 1e-6, () -> rate + ": " + expectation);
      }
    }
  }
}
