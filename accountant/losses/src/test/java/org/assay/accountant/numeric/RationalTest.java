package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arithmetic is exact; doubles made of fractions are the nearest ones on the safe side. */
class RationalTest {
  @Test
  void doublesAreTheFractionsThatTheyAre() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        Rational exact = Rational.of(value);
        List<String> parts = List.of((exact + "/1").split("/", -1));
        BigDecimal quotient = new BigDecimal(parts.get(0)).divide(new BigDecimal(parts.get(1)));
        assertEquals(0, new BigDecimal(value).compareTo(quotient));
        assertEquals(value, exact.up());
        assertEquals(value, exact.down());
        assertEquals(exact, Rational.parse(exact.toString()));
      }
    }
    assertEquals(Rational.ZERO, Rational.of(-0.0));
    assertEquals("3602879701896397/36028797018963968", Rational.of(0.1).toString());
    for (double bad : new double[] {Double.NaN, 1 / 0.0, -1 / 0.0}) {
      assertThrows(IllegalArgumentException.class, () -> Rational.of(bad));
    }
  }

  @Test
  void fractionsAreInLowestTerms() {
    Rational fiftieth = Rational.ONE.dividedBy(Rational.ofCount(50));
    assertEquals("1/50", fiftieth.toString());
    assertEquals("1/10", fiftieth.times(5).toString());
    assertEquals("1/25", fiftieth.plus(fiftieth).toString());
    assertEquals("0", fiftieth.minus(fiftieth).toString());
    assertEquals("1/2500", fiftieth.square().toString());
    assertEquals("-1/50", fiftieth.dividedBy(Rational.ofCount(-1)).toString());
    assertEquals("3", Rational.parse("6/2").toString());
    assertEquals(Rational.parse("2/100").hashCode(), fiftieth.hashCode());
    assertNotEquals(Rational.parse("2/101"), fiftieth);
    assertEquals(fiftieth, fiftieth.min(Rational.ONE).max(Rational.ZERO));
    assertThrows(ArithmeticException.class, () -> fiftieth.dividedBy(Rational.ZERO));
    for (String bad : new String[] {"", "1/0", "1/", "a", "1/2/3", "1/-2", "0x1"}) {
      assertThrows(IllegalArgumentException.class, () -> Rational.parse(bad));
    }
  }

  @Test
  void doublesRoundToTheSafeSide() {
    // The double nearest one tenth lies above it, the one nearest three tenths below.
    Rational tenth = Rational.parse("1/10");
    assertEquals(Math.nextDown(0.1), tenth.down());
    assertEquals(0.1, tenth.up());
    assertEquals(-0.1, Rational.ZERO.minus(tenth).down());
    assertEquals(-Math.nextDown(0.1), Rational.ZERO.minus(tenth).up());
    Rational threeTenths = Rational.parse("3/10");
    assertEquals(0.3, threeTenths.down());
    assertEquals(Math.nextUp(0.3), threeTenths.up());
    Rational huge = Rational.parse("1" + "0".repeat(400));
    assertEquals(Double.MAX_VALUE, huge.down());
    assertEquals(Double.POSITIVE_INFINITY, huge.up());
    Rational tiny = Rational.ONE.dividedBy(huge);
    assertEquals(0, tiny.down());
    assertEquals(Double.MIN_VALUE, tiny.up());
    assertEquals(0, Rational.ZERO.up());
  }

  @Test
  void squareRootsAreTheSmallestDoublesThatAreLargeEnough() {
    assertEquals(0, Rational.ZERO.sqrtUp());
    assertEquals(3, Rational.ofCount(9).sqrtUp());
    for (String text : new String[] {"2", "1/50", "7/3", "1" + "0".repeat(301)}) {
      Rational square = Rational.parse(text);
      double root = square.sqrtUp();
      assertTrue(Rational.of(root).square().compareTo(square) >= 0);
      assertTrue(Rational.of(Math.nextDown(root)).square().compareTo(square) < 0);
    }
    assertEquals(1e-200, Rational.of(1e-200).square().sqrtUp());
  }

  /** A thousand fractions with nothing in common would have a denominator of 100,000 bits. */
  @Tag("slow")
  @Test
  void longSumsAreRoundedUpAndStayShort() {
    SplittableRandom random = new SplittableRandom(3);
    Rational exact = Rational.ZERO;
    Rational sum = Rational.ZERO;
    for (int i = 0; i < 1000; i++) {
      Rational cost =
          Rational.ONE.dividedBy(Rational.of(1 + random.nextDouble()).square()).times(0.5);
      sum = sum.plusUp(cost);
      if (i < 120) {
        exact = exact.plus(cost);
        assertTrue(sum.compareTo(exact) >= 0);
        assertTrue(sum.minus(exact).compareTo(Rational.parse("1/1" + "0".repeat(1000))) < 0);
        assertTrue(i > 60 || sum.equals(exact));
      }
    }
    assertTrue(sum.toString().length() < 6000, sum::toString);
  }
}
