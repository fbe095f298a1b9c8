package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Arithmetic with many digits against constants from tables and the normal law by a series. */
class PreciseTest {
  private static void assertDigits(String expected, BigDecimal found) {
    assertEquals(
        new BigDecimal(expected),
        found.setScale(new BigDecimal(expected).scale(), RoundingMode.DOWN));
  }

  /** The first fifty decimals, cut off. */
  @Test
  void constantsHaveFiftyDigits() {
    BigDecimal two = BigDecimal.valueOf(2);
    assertDigits("1.41421356237309504880168872420969807856967187537694", Precise.sqrt(two));
    assertDigits("0.69314718055994530941723212145817656807550013436025", Precise.log(two));
    assertDigits(
        "2.71828182845904523536028747135266249775724709369995", Precise.exp(BigDecimal.ONE));
    assertDigits(
        "0.33333333333333333333333333333333333333333333333333",
        Precise.divide(BigDecimal.ONE, BigDecimal.valueOf(3)));
    assertEquals(
        new BigDecimal("1000000000000000055511151231257827021181583404541015625e-55"),
        Precise.exactly(0.1));
    assertEquals(60, Precise.multiply(Precise.log(two), Precise.sqrt(two)).precision());
  }

  /** At 0, near, far out and on the left; Pr[N > 1.96] = 0.024997895148220435 by tables. */
  @Test
  void tailsHaveElevenDigits() {
    assertEquals(
        0.024997895148220435, Precise.upperTail(new BigDecimal("1.96")).doubleValue(), 1e-14);
    assertEquals(0.5, Precise.upperTail(BigDecimal.ZERO).doubleValue());
    for (double t : new double[] {0.25, 1, 3, 7.5, 12}) {
      double expected = ReferenceGaussian.upperTail(t);
      double right = Precise.upperTail(new BigDecimal(t)).doubleValue();
      assertEquals(1, right / expected, 1e-11, "at " + t);
      double left = Precise.upperTail(new BigDecimal(-t)).doubleValue();
      assertEquals(1 - expected, left, 1e-15, "at -" + t);
    }
  }

  /** Beyond 30 the tail is that of 30, an upper bound. */
  @Test
  void tailsEndAtThirty() {
    BigDecimal farthest = Precise.upperTail(BigDecimal.valueOf(30));
    assertEquals(farthest, Precise.upperTail(BigDecimal.valueOf(31)));
    assertEquals(4.906713927148187e-198, farthest.doubleValue(), 1e-207);
    assertTrue(Precise.upperTail(BigDecimal.valueOf(29.9)).compareTo(farthest) > 0);
  }

  /** mu is rounded down: the delta is never above that of mu itself, and short of it by little. */
  @Test
  void deltasAreFromBelow() {
    for (String digits : new String[] {"0.1", "0.3", "1.7", "2.30000000000000000001"}) {
      BigDecimal mu = new BigDecimal(digits);
      BigDecimal exact = ReferenceGaussian.delta(mu, new BigDecimal("0.5"));
      BigDecimal found = Precise.gaussianDelta(mu, 0.5);
      assertTrue(found.compareTo(exact.add(new BigDecimal("1e-25"))) <= 0, digits);
      assertEquals(1, found.doubleValue() / exact.doubleValue(), 1e-13, digits);
    }
  }

  /** Enclosures of mu give the lower end's delta and epsilon below, the upper end's above. */
  @Test
  void costsOfEnclosuresAreOfTheirEnds() {
    Enclosure mu = Enclosure.of(0.5, 1);
    Enclosure delta = GaussianCost.delta(mu, 1);
    assertEquals(1, delta.lower() / ReferenceGaussian.delta(0.5, 1), 1e-9);
    assertEquals(1, delta.upper() / ReferenceGaussian.delta(1, 1), 1e-9);
    Enclosure epsilon = GaussianCost.epsilon(mu, ReferenceGaussian.delta(1, 2));
    assertEquals(2, epsilon.upper(), 1e-8);
    double lower = ReferenceGaussian.delta(0.5, epsilon.lower());
    assertEquals(1, lower / ReferenceGaussian.delta(1, 2), 1e-8);
  }

  /** The tests' own law: Φ(1) by tables, and δ(1, 0) = 2Φ(1/2) - 1. */
  @Test
  void theReferenceIsTheNormalLaw() {
    assertEquals(0.15865525393145705, ReferenceGaussian.upperTail(1), 1e-16);
    assertEquals(0.38292492254802624, ReferenceGaussian.delta(1, 0), 1e-16);
    assertEquals(1, ReferenceGaussian.upperTail(10) / 7.619853024160527e-24, 1e-14);
    assertEquals(1, ReferenceGaussian.mu(0, 0.38292492254802624), 1e-12);
  }
}
