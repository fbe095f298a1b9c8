package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lossless conversion of order 2, which has a closed form: with {@code u = e^ε - 1} the coins
 * {@code q}, {@code p = δ + q e^ε} have {@code χ² = (δ + q u)²/(q (1-q))}, least at {@code q = δ/(u
 * + 2δ)}, where it is {@code 4 δ (u + δ)}. That p is at most 1 up to δ = 1/2; beyond, p = 1 is best
 * and the divergence is {@code ε - log(1-δ)}.
 */
class LosslessClosedFormTest {
  private static Enclosure divergence(double epsilon, double delta) {
    if (delta > 0.5) {
      return Enclosure.exact(epsilon).minus(Enclosure.exact(-delta).log1p());
    }
    Enclosure excess = Enclosure.exact(epsilon).expm1().plus(delta);
    return Enclosure.exact(4 * delta).times(excess).log1p();
  }

  private static Enclosure found(double epsilon, double delta) {
    return RenyiConversion.losslessEpsilon(2, divergence(epsilon, delta), delta);
  }

  private static void assertWithin(double epsilon, Enclosure found, double above, double below) {
    double slack = 1e-14 * epsilon;
    assertTrue(found.upper() >= epsilon - slack, () -> found + " for " + epsilon);
    assertTrue(found.lower() <= epsilon + slack, () -> found + " for " + epsilon);
    assertTrue(found.upper() <= epsilon * (1 + above), () -> found + " for " + epsilon);
    assertTrue(found.lower() >= epsilon * (1 - below), () -> found + " for " + epsilon);
  }

  /** Rounding of F against 1 limits the digits of small epsilons. */
  @ParameterizedTest
  @CsvSource({
    "30,0.25,1e-12,1e-12",
    "5,0.25,1e-12,1e-12",
    "5,0.01,1e-12,1e-12",
    "1e-3,0.25,3e-12,4e-12",
    "1e-6,0.25,3e-9,3e-9",
    "1e-9,0.25,3e-6,3e-6",
    "1e-6,0.01,6e-8,6e-8",
    "1e-3,1e-6,2e-7,2e-7",
    "30,0.7,1e-13,1e-12",
    "0.5,0.7,1e-13,1e-10",
    "1e-6,0.7,2e-9,4e-9"
  })
  void orderTwoHasAClosedForm(double epsilon, double delta, double above, double below) {
    assertWithin(epsilon, found(epsilon, delta), above, below);
  }

  /** An interval of divergences: the ends of epsilon are those of its ends. */
  @Test
  void widthsOfDivergencesArePassedOn() {
    Enclosure wide = RenyiConversion.losslessEpsilon(2, Enclosure.of(0.1, 0.2), 0.01);
    double low = Math.log1p(Math.expm1(0.1) / 0.04 - 0.01);
    double high = Math.log1p(Math.expm1(0.2) / 0.04 - 0.01);
    assertEquals(high, wide.upper(), 1e-12);
    assertTrue(wide.upper() >= high - 1e-14, wide::toString);
    assertEquals(low, wide.lower(), 2.1e-10);
    assertTrue(wide.lower() <= low + 1e-14, wide::toString);
  }

  /** The known epsilon may be far too large. */
  @ParameterizedTest
  @CsvSource({"1e-3,0.25", "0.5,0.25", "5,0.01", "30,0.25"})
  void epsilonIsFoundFromFarAway(double epsilon, double delta) {
    Enclosure rdp = divergence(epsilon, delta);
    Enclosure far = new LosslessConversion(2, rdp, delta).epsilon(1e300);
    assertWithin(epsilon, far, 3e-12, 1e-10);
  }

  /** {@code 4δ²} is reached at epsilon 0, and no smaller divergence is. */
  @Test
  void epsilonStartsAtTheDivergenceOfShiftedCoins() {
    double edge = Math.log1p(4 * 0.25 * 0.25);
    assertEquals(
        Enclosure.ZERO, RenyiConversion.losslessEpsilon(2, Enclosure.exact(edge - 1e-9), 0.25));
    Enclosure above = RenyiConversion.losslessEpsilon(2, Enclosure.exact(edge + 1e-9), 0.25);
    assertTrue(above.lower() > 1e-9 && above.upper() < 2e-9, above::toString);
  }

  /** From δ = 1/order on the coin that is always heads is the best. */
  @ParameterizedTest
  @CsvSource({"2,0.5", "4,0.25", "4,0.75", "1.5,0.875"})
  void certainHeadsBoundEpsilon(double order, double delta) {
    double rdp = 3;
    double exact = rdp + Math.log1p(-delta);
    Enclosure found = RenyiConversion.losslessEpsilon(order, Enclosure.exact(rdp), delta);
    assertTrue(found.upper() <= exact + 1e-14, found::toString);
    assertTrue(found.upper() >= exact - 1e-14, found::toString);
  }

  /** Order 1: the nearest coins at the epsilon found have the divergence. */
  @ParameterizedTest
  @CsvSource({"0.1,0.01", "1,0.01", "1,0.3"})
  void kullbackLeiblerEpsilonsAreNarrow(double divergence, double delta) {
    Enclosure found =
        RenyiConversion.epsilonFromKullbackLeibler(Enclosure.exact(divergence), delta);
    assertTrue(found.relativeWidth() < 1e-12, found::toString);
    assertEquals(divergence, closest(found.midpoint(), delta), 1e-9 * divergence);
  }

  /** The least divergence of coins, by ternary search: it is convex in p. */
  private static double closest(double epsilon, double delta) {
    double low = delta;
    double high = 1;
    for (int i = 0; i < 200; i++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (divergence(left, epsilon, delta) < divergence(right, epsilon, delta)) {
        high = right;
      } else {
        low = left;
      }
    }
    return divergence(low, epsilon, delta);
  }

  private static double divergence(double p, double epsilon, double delta) {
    double q = (p - delta) * Math.exp(-epsilon);
    return p * Math.log(p / q) + (1 - p) * (Math.log1p(-p) - Math.log1p(-q));
  }
}
