package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Which double each directed operation returns, at the edges and against exact decimals. */
class RoundingTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final double MAX = Double.MAX_VALUE;

  /** The smallest magnitude at which products and quotients are known to the last bit. */
  private static final double EDGE = 0x1p-960;

  @Test
  void sumsAndProductsAreTheNearestDoublesToEitherSide() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      double a = Math.scalb(random.nextDouble() - 0.5, random.nextInt(60));
      double b = Math.scalb(random.nextDouble() - 0.5, random.nextInt(60));
      BigDecimal sum = new BigDecimal(a).add(new BigDecimal(b));
      BigDecimal difference = new BigDecimal(a).subtract(new BigDecimal(b));
      BigDecimal product = new BigDecimal(a).multiply(new BigDecimal(b));
      assertEquals(floor(sum), Rounding.addDown(a, b));
      assertEquals(-floor(sum.negate()), Rounding.addUp(a, b));
      assertEquals(floor(difference), Rounding.subtractDown(a, b));
      assertEquals(-floor(difference.negate()), Rounding.subtractUp(a, b));
      assertEquals(floor(product), Rounding.multiplyDown(a, b));
      assertEquals(-floor(product.negate()), Rounding.multiplyUp(a, b));
    }
  }

  @Test
  void quotientsAndRootsAreNeighboursUnlessExact() {
    assertEquals(2, Rounding.divideDown(6, 3));
    assertEquals(2, Rounding.divideUp(6, 3));
    assertEquals(-2, Rounding.divideDown(6, -3));
    assertEquals(-2, Rounding.divideUp(6, -3));
    assertEquals(2, Rounding.sqrtDown(4));
    assertEquals(2, Rounding.sqrtUp(4));
    Random random = new Random(8);
    for (int i = 0; i < 500; i++) {
      double a = random.nextDouble() - 0.5;
      double b = random.nextDouble() - 0.5;
      assertEquals(Math.nextUp(Rounding.divideDown(a, b)), Rounding.divideUp(a, b));
      double radicand = Math.scalb(Math.abs(a), random.nextInt(100));
      double below = Rounding.sqrtDown(radicand);
      double above = Rounding.sqrtUp(radicand);
      assertEquals(Math.nextUp(below), above);
      assertTrue(new BigDecimal(below).pow(2).compareTo(new BigDecimal(radicand)) < 0);
      assertTrue(new BigDecimal(above).pow(2).compareTo(new BigDecimal(radicand)) > 0);
    }
  }

  @Test
  void overflowKeepsTheLargestDoubleAsLowerBound() {
    assertEquals(MAX, Rounding.addDown(MAX, MAX));
    assertEquals(INFINITY, Rounding.addUp(MAX, MAX));
    assertEquals(-INFINITY, Rounding.addDown(-MAX, -MAX));
    assertEquals(-MAX, Rounding.addUp(-MAX, -MAX));
    assertEquals(MAX, Rounding.multiplyDown(MAX, 2));
    assertEquals(INFINITY, Rounding.multiplyUp(MAX, 2));
    assertEquals(MAX, Rounding.divideDown(MAX, 0.5));
    assertEquals(-MAX, Rounding.divideUp(MAX, -0.5));
    assertEquals(MAX, Rounding.expDown(1000));
    assertEquals(INFINITY, Rounding.expUp(1000));
    assertEquals(MAX, Rounding.expm1Down(1000));
  }

  @Test
  void infiniteOperandsGiveExactInfinities() {
    assertEquals(INFINITY, Rounding.addDown(INFINITY, 1));
    assertEquals(INFINITY, Rounding.addDown(1, INFINITY));
    assertEquals(-INFINITY, Rounding.addUp(-INFINITY, 1));
    assertEquals(INFINITY, Rounding.multiplyDown(INFINITY, 2));
    assertEquals(INFINITY, Rounding.multiplyDown(2, INFINITY));
    assertEquals(INFINITY, Rounding.divideDown(INFINITY, 2));
    assertEquals(INFINITY, Rounding.sqrtDown(INFINITY));
    assertEquals(INFINITY, Rounding.sqrtUp(INFINITY));
    assertEquals(INFINITY, Rounding.expDown(INFINITY));
    assertEquals(INFINITY, Rounding.logDown(INFINITY));
    assertEquals(INFINITY, Rounding.log1pDown(INFINITY));
  }

  @Test
  void smallResultsAreWidenedBelowTheEdgeOnly() {
    assertEquals(EDGE, Rounding.multiplyDown(0x1p-480, 0x1p-480));
    assertEquals(Math.nextDown(EDGE / 2), Rounding.multiplyDown(0x1p-481, 0x1p-480));
    assertEquals(EDGE, Rounding.divideDown(0x1p-900, 0x1p60));
    assertEquals(Math.nextDown(EDGE / 2), Rounding.divideDown(0x1p-900, 0x1p61));
    assertEquals(2 * EDGE, Rounding.divideDown(EDGE, 0.5));
    assertEquals(Math.nextDown(2 * EDGE), Rounding.divideDown(EDGE / 2, 0.25));
    assertEquals(0x1p-480, Rounding.sqrtDown(EDGE));
    assertEquals(0x1p-480, Rounding.sqrtUp(EDGE));
    assertEquals(Math.nextDown(0x1p-481), Rounding.sqrtDown(EDGE / 4));
    assertEquals(Math.nextUp(0x1p-481), Rounding.sqrtUp(EDGE / 4));
  }

  @Test
  void resultsThatUnderflowKeepTheirSign() {
    assertEquals(0, Rounding.multiplyDown(Double.MIN_VALUE, 0.1));
    assertEquals(Double.MIN_VALUE, Rounding.multiplyUp(Double.MIN_VALUE, 0.1));
    assertEquals(-Double.MIN_VALUE, Rounding.multiplyDown(-Double.MIN_VALUE, 0.1));
    assertEquals(0, Rounding.multiplyUp(Double.MIN_VALUE, -0.1), 0);
    assertEquals(0, Rounding.divideDown(-Double.MIN_VALUE, -10));
    assertEquals(-Double.MIN_VALUE, Rounding.divideDown(Double.MIN_VALUE, -10));
    assertEquals(0, Rounding.expDown(-800));
    assertTrue(Rounding.expUp(-800) > 0 && Rounding.expUp(-800) < Double.MIN_NORMAL);
  }

  @Test
  void functionsAreExactWhereTheyAreKnown() {
    assertEquals(0, Rounding.multiplyDown(0, 3));
    assertEquals(0, Rounding.multiplyDown(3, 0));
    assertEquals(0, Rounding.divideDown(0, 3));
    assertEquals(0, Rounding.sqrtDown(0));
    assertEquals(0, Rounding.sqrtUp(0));
    assertExact(1, Rounding::expDown, Rounding::expUp, 0);
    assertExact(0, Rounding::expDown, Rounding::expUp, -INFINITY);
    assertExact(0, Rounding::expm1Down, Rounding::expm1Up, 0);
    assertExact(-1, Rounding::expm1Down, Rounding::expm1Up, -INFINITY);
    assertExact(0, Rounding::logDown, Rounding::logUp, 1);
    assertExact(-INFINITY, Rounding::logDown, Rounding::logUp, 0);
    assertExact(0, Rounding::log1pDown, Rounding::log1pUp, 0);
    assertExact(-INFINITY, Rounding::log1pDown, Rounding::log1pUp, -1);
  }

  /** Two steps to either side of what {@link Math} says, and no more. */
  @Test
  void functionsAreWidenedByTwoSteps() {
    for (double x : new double[] {0.3, 1.7, 40}) {
      assertTwoSteps(Math.exp(x), Rounding.expDown(x), Rounding.expUp(x));
      assertTwoSteps(Math.expm1(x), Rounding.expm1Down(x), Rounding.expm1Up(x));
      assertTwoSteps(Math.log(x), Rounding.logDown(x), Rounding.logUp(x));
      assertTwoSteps(Math.log1p(x), Rounding.log1pDown(x), Rounding.log1pUp(x));
    }
    assertEquals(-1, Rounding.expm1Down(-60));
  }

  @Test
  void operationsWithoutValueNameTheirOperands() {
    assertNoValue("sum of Infinity and -Infinity", () -> Rounding.addDown(INFINITY, -INFINITY));
    assertNoValue("product of 0.0 and Infinity", () -> Rounding.multiplyDown(0, INFINITY));
    assertNoValue("quotient of 2.0 by zero", () -> Rounding.divideDown(2, 0));
    assertNoValue("quotient of Infinity and I", () -> Rounding.divideDown(INFINITY, INFINITY));
    assertNoValue("square root of -1.0", () -> Rounding.sqrtDown(-1));
    assertNoValue("square root of -1.0", () -> Rounding.sqrtUp(-1));
    assertNoValue("exp of NaN", () -> Rounding.expDown(Double.NaN));
    assertNoValue("exp of NaN", () -> Rounding.expUp(Double.NaN));
    assertNoValue("expm1 of NaN", () -> Rounding.expm1Up(Double.NaN));
    assertNoValue("log of -1.0", () -> Rounding.logDown(-1));
    assertNoValue("log of -1.0", () -> Rounding.logUp(-1));
    assertNoValue("log1p of -2.0", () -> Rounding.log1pUp(-2));
  }

  private static void assertNoValue(String message, Executable run) {
    String told = String.valueOf(assertThrows(ArithmeticException.class, run).getMessage());
    assertTrue(told.startsWith(message) && told.endsWith("has no value"), told);
  }

  private static void assertExact(
      double value, DoubleUnaryOperator down, DoubleUnaryOperator up, double x) {
    assertEquals(value, down.applyAsDouble(x));
    assertEquals(value, up.applyAsDouble(x));
  }

  private static void assertTwoSteps(double value, double down, double up) {
    assertEquals(value, Math.nextUp(Math.nextUp(down)));
    assertEquals(value, Math.nextDown(Math.nextDown(up)));
  }

  private static double floor(BigDecimal exact) {
    double nearest = exact.doubleValue();
    return new BigDecimal(nearest).compareTo(exact) > 0 ? Math.nextDown(nearest) : nearest;
  }
}
