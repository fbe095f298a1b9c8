package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Enclosures with small whole ends, where every operation's exact result is known. */
class EnclosureTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void bothZerosAreOneNumber() {
    assertEquals(Enclosure.ZERO, Enclosure.of(-0.0, -0.0));
    assertEquals(Enclosure.ZERO.hashCode(), Enclosure.of(-0.0, 0.0).hashCode());
    assertEquals(Enclosure.ZERO, Enclosure.ZERO.negate());
  }

  @Test
  void countsAreExactWhereADoubleIs() {
    for (long count : new long[] {0, 7, -7, 1L << 53, Long.MIN_VALUE}) {
      assertEquals(Enclosure.exact((double) count), Enclosure.ofCount(count));
    }
    for (long count : new long[] {(1L << 53) + 1, -(1L << 53) - 1, Long.MAX_VALUE}) {
      Enclosure enclosure = Enclosure.ofCount(count);
      assertTrue(enclosure.contains(BigDecimal.valueOf(count)), enclosure::toString);
      assertTrue(enclosure.relativeWidth() < 0x1p-51 && enclosure.width() > 0);
      assertTrue(enclosure.lower() < (double) count && enclosure.upper() > (double) count);
    }
  }

  @Test
  void productsAndQuotientsOfEverySign() {
    Enclosure mixed = Enclosure.of(-3, 2);
    assertEquals(Enclosure.of(-15, 10), mixed.times(Enclosure.of(4, 5)));
    assertEquals(Enclosure.of(-10, 15), mixed.times(Enclosure.of(-5, -4)));
    assertEquals(Enclosure.of(-10, 15), mixed.times(Enclosure.of(-5, 3)));
    assertEquals(Enclosure.of(8, 15), Enclosure.of(2, 3).times(Enclosure.of(4, 5)));
    assertEquals(Enclosure.of(-1.5, 1), mixed.dividedBy(Enclosure.of(2, 4)));
    assertEquals(Enclosure.of(-1, 1.5), mixed.dividedBy(Enclosure.of(-4, -2)));
    assertEquals(Enclosure.of(-1.5, 1), mixed.dividedBy(2));
    Enclosure positive = Enclosure.of(2, 3);
    Enclosure divisor = Enclosure.of(2, 4);
    assertEquals(Enclosure.of(0.5, 1.5), positive.dividedBy(divisor));
    assertEquals(Enclosure.of(0.5, 1.5), positive.negate().dividedBy(divisor.negate()));
    assertEquals(Enclosure.of(-1.5, -0.5), positive.dividedBy(divisor.negate()));
    assertEquals(Enclosure.of(-1.5, -0.5), positive.negate().dividedBy(divisor));
  }

  /** The lower end 0 does not meet the upper end's infinity. */
  @Test
  void factorsFromZeroToInfinityHaveAProduct() {
    Enclosure anything = Enclosure.of(1, INFINITY);
    assertEquals(Enclosure.of(0, INFINITY), Enclosure.of(0, 1).times(anything));
    assertEquals(Enclosure.of(0, INFINITY), anything.times(Enclosure.of(0, 1)));
  }

  @Test
  void divisorsThatTouchZeroAreRefused() {
    for (Enclosure divisor : new Enclosure[] {Enclosure.of(0, 1), Enclosure.of(-1, 0)}) {
      String message =
          String.valueOf(
              assertThrows(ArithmeticException.class, () -> Enclosure.ONE.dividedBy(divisor))
                  .getMessage());
      assertEquals("division of [1.0, 1.0] by " + divisor + ", which contains 0", message);
    }
  }

  @Test
  void squaresNeverReachBelowZero() {
    assertEquals(Enclosure.of(0, 9), Enclosure.of(-3, 2).square());
    assertEquals(Enclosure.of(0, 4), Enclosure.of(-1, 2).square());
    assertEquals(Enclosure.of(4, 9), Enclosure.of(-3, -2).square());
    assertEquals(Enclosure.of(4, 9), Enclosure.of(2, 3).square());
  }

  @Test
  void orderAndSets() {
    Enclosure low = Enclosure.of(1, 4);
    Enclosure high = Enclosure.of(2, 6);
    assertEquals(high, low.max(high));
    assertEquals(low, low.min(high));
    assertEquals(Enclosure.of(1, 6), high.hull(low));
    assertEquals(Enclosure.of(2, 4), high.intersect(low));
    assertEquals(Enclosure.exact(4), low.intersect(Enclosure.of(4, 6)));
    String message =
        String.valueOf(
            assertThrows(ArithmeticException.class, () -> low.intersect(Enclosure.exact(5)))
                .getMessage());
    assertTrue(message.contains("disjoint") && message.contains(low.toString()), message);
  }

  @Test
  void endsBelongToTheEnclosure() {
    Enclosure enclosure = Enclosure.of(1, 4);
    assertTrue(enclosure.contains(1.0) && enclosure.contains(4.0));
    assertFalse(enclosure.contains(Math.nextDown(1.0)) || enclosure.contains(Math.nextUp(4.0)));
    assertTrue(enclosure.contains(BigDecimal.ONE) && enclosure.contains(new BigDecimal(4)));
    assertFalse(enclosure.contains(new BigDecimal("0.99999999999999999999")));
    assertFalse(enclosure.contains(new BigDecimal("4.00000000000000000001")));
    assertTrue(enclosure.contains(enclosure) && enclosure.contains(Enclosure.of(2, 3)));
    assertFalse(enclosure.contains(Enclosure.of(0, 3)));
    assertFalse(enclosure.contains(Enclosure.of(2, 5)));
  }

  @Test
  void infiniteEndsCompareWithDecimals() {
    assertTrue(Enclosure.of(-INFINITY, INFINITY).contains(BigDecimal.TEN));
    assertFalse(Enclosure.exact(INFINITY).contains(BigDecimal.TEN));
    assertFalse(Enclosure.exact(-INFINITY).contains(BigDecimal.TEN));
  }

  @Test
  void midpointsSurviveTheEndsOfTheRange() {
    assertEquals(2, Enclosure.of(1, 3).midpoint());
    assertEquals(0, Enclosure.of(-Double.MAX_VALUE, Double.MAX_VALUE).midpoint());
    assertEquals(Double.MIN_VALUE, Enclosure.exact(Double.MIN_VALUE).midpoint());
    assertEquals(INFINITY, Enclosure.exact(INFINITY).midpoint());
  }

  @Test
  void widths() {
    assertEquals(2, Enclosure.of(1, 3).width());
    assertEquals(Math.nextUp(1.0), Enclosure.of(-0x1p-60, 1).width());
    assertEquals(0, Enclosure.exact(INFINITY).width());
    assertEquals(INFINITY, Enclosure.of(0, INFINITY).width());
    assertEquals(0.5, Enclosure.of(2, 3).relativeWidth());
    assertEquals(0.5, Enclosure.of(-3, -2).relativeWidth());
    assertEquals(0, Enclosure.ZERO.relativeWidth());
    for (Enclosure around : new Enclosure[] {Enclosure.of(-1, 1), Enclosure.of(0, 1)}) {
      assertEquals(INFINITY, around.relativeWidth());
      assertEquals(INFINITY, around.negate().relativeWidth());
    }
  }

  /** 0.1 lies above one tenth and 0.3 below three tenths. */
  @Test
  void decimalsAreShortWhereThatIsOutward() {
    assertEquals("[1.0, 2.0]", Enclosure.of(1, 2).toString());
    assertEquals("[0.1, 0.10000000000000001]", Enclosure.exact(0.1).toString());
    assertEquals("[0.29999999999999998, 0.3]", Enclosure.exact(0.3).toString());
    assertEquals("[-Infinity, Infinity]", Enclosure.of(-INFINITY, INFINITY).toString());
  }

  @Test
  void reversedEndsAreNamed() {
    String message =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> Enclosure.of(2, 1)).getMessage());
    assertTrue(message.startsWith("enclosure ends were [2.0, 1.0]: lower must not"), message);
  }
}
