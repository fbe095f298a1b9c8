package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Enclosures of e^w - 1 - w, plain and divided by e^w, against arbitrary precision. */
class ExpRemainderTest {
  private static final MathContext DIGITS = new MathContext(400);

  @ParameterizedTest
  @ValueSource(doubles = {-700, -3, -0.5, -1e-9, 1e-9, 0.25, 0.5, 1, 30, 700})
  void pointsAreEnclosedTightly(double w) {
    Enclosure remainder = ExpRemainder.enclose(Enclosure.exact(w));
    assertTrue(remainder.contains(exact(w)), remainder::toString);
    assertTrue(remainder.relativeWidth() < 0x1p-45, remainder::toString);
  }

  /** Subnormal values, where relative errors say nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {1.1e-160, -1.3e-160, 3e-161, 2e-162, 1e-162, 1e-170})
  void valuesBelowTheNormalRangeAreEnclosed(double w) {
    Enclosure remainder = ExpRemainder.enclose(Enclosure.exact(w));
    assertTrue(remainder.contains(exact(w)), remainder::toString);
    assertTrue(remainder.lower() >= 0 && remainder.width() < 20 * Double.MIN_VALUE);
  }

  /** It falls below 0 and rises above. */
  @Test
  void intervalsTakeTheirEndsFromTheEnds() {
    assertEquals(Enclosure.ZERO, ExpRemainder.enclose(Enclosure.ZERO));
    assertEnds(1, 2, exact(1), exact(2));
    assertEnds(-2, -1, exact(-1), exact(-2));
    assertEnds(-1, 2, BigDecimal.ZERO, exact(2));
    assertEnds(-3, 1, BigDecimal.ZERO, exact(-3));
    assertEnds(0, 1, BigDecimal.ZERO, exact(1));
    assertEnds(-1, 0, BigDecimal.ZERO, exact(-1));
  }

  @Test
  void overflowLeavesAFiniteLowerEnd() {
    Enclosure remainder = ExpRemainder.enclose(Enclosure.exact(800));
    assertTrue(remainder.lower() > Double.MAX_VALUE / 2 && remainder.lower() < Double.MAX_VALUE);
    assertEquals(Double.POSITIVE_INFINITY, remainder.upper());
  }

  @ParameterizedTest
  @ValueSource(doubles = {30, 33.3, 700, 1e4})
  void scaledPointsAreEnclosedTightly(double w) {
    BigDecimal decay = BigDecimalMath.exp(new BigDecimal(-w), new MathContext(60));
    BigDecimal exact =
        BigDecimal.ONE.subtract(new BigDecimal(w).add(BigDecimal.ONE).multiply(decay));
    Enclosure scaled = ExpRemainder.encloseScaled(Enclosure.exact(w));
    assertTrue(scaled.contains(exact), scaled::toString);
    assertTrue(scaled.width() < 0x1p-46 && scaled.upper() <= 1, scaled::toString);
    assertEquals(exact.doubleValue(), ExpRemainder.scaled(w), ExpRemainder.RELATIVE_ERROR);
  }

  @Test
  void scaledIntervalsRise() {
    Enclosure scaled = ExpRemainder.encloseScaled(Enclosure.of(30, 31));
    assertTrue(scaled.contains(ExpRemainder.scaled(30)) && scaled.contains(1 - 32 * Math.exp(-31)));
  }

  private static void assertEnds(double from, double to, BigDecimal lower, BigDecimal upper) {
    Enclosure remainder = ExpRemainder.enclose(Enclosure.of(from, to));
    assertTrue(remainder.contains(lower) && remainder.contains(upper), remainder::toString);
    assertEquals(lower.doubleValue(), remainder.lower(), 0x1p-46);
    assertEquals(upper.doubleValue(), remainder.upper(), 0x1p-44);
  }

  private static BigDecimal exact(double w) {
    BigDecimal argument = new BigDecimal(w);
    return BigDecimalMath.exp(argument, DIGITS).subtract(BigDecimal.ONE).subtract(argument);
  }
}
