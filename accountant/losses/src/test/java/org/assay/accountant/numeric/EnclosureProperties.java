package org.assay.accountant.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The law of enclosures: whatever the rounding, the exact result lies inside. */
class EnclosureProperties {
  private static final MathContext DIGITS = new MathContext(60);

  /** Doubles of every magnitude and sign, including subnormal ones, zeros and powers of two. */
  @Provide
  Arbitrary<Double> anyFinite() {
    Arbitrary<Double> bits =
        Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite);
    Arbitrary<Double> powers =
        Arbitraries.integers().between(-1074, 1023).map(e -> Math.scalb(1.0, e));
    return Arbitraries.oneOf(bits, powers, Arbitraries.doubles().between(-100, 100).ofScale(12));
  }

  /** Doubles whose sums, products and quotients are far from overflow and underflow. */
  @Provide
  Arbitrary<Double> moderate() {
    return Combinators.combine(
            Arbitraries.doubles().between(-2, 2).ofScale(15),
            Arbitraries.integers().between(-60, 60))
        .as((fraction, exponent) -> Math.scalb(fraction, exponent));
  }

  @Property(seed = "20200504")
  void sumContainsTheExactSum(@ForAll("anyFinite") double a, @ForAll("anyFinite") double b) {
    Enclosure sum = Enclosure.exact(a).plus(b);
    assertTrue(sum.contains(new BigDecimal(a).add(new BigDecimal(b))), () -> a + " + " + b);
  }

  @Property(seed = "20200504")
  void productContainsTheExactProduct(
      @ForAll("anyFinite") double a, @ForAll("anyFinite") double b) {
    Enclosure product = Enclosure.exact(a).times(b);
    assertTrue(
        product.contains(new BigDecimal(a).multiply(new BigDecimal(b))), () -> a + " * " + b);
  }

  @Property(seed = "20200504")
  void quotientContainsTheExactQuotient(
      @ForAll("anyFinite") double a, @ForAll("anyFinite") double b) {
    if (b == 0) {
      assertThrows(ArithmeticException.class, () -> Enclosure.exact(a).dividedBy(b));
      return;
    }
    Enclosure quotient = Enclosure.exact(a).dividedBy(b);
    // Multiplied back, so that no rounding of the reference is involved.
    BigDecimal divisor = new BigDecimal(b);
    BigDecimal dividend = new BigDecimal(a);
    assertTrue(onSide(quotient.lower(), divisor, dividend, -1), () -> a + " / " + b);
    assertTrue(onSide(quotient.upper(), divisor, dividend, 1), () -> a + " / " + b);
  }

  private static boolean onSide(double end, BigDecimal divisor, BigDecimal dividend, int side) {
    if (Double.isInfinite(end)) {
      return Math.signum(end) == side;
    }
    int comparison = new BigDecimal(end).multiply(divisor).compareTo(dividend) * divisor.signum();
    return comparison * side >= 0;
  }

  @Property(seed = "20200504")
  void squareRootContainsTheExactRoot(@ForAll("anyFinite") double a) {
    double radicand = Math.abs(a);
    Enclosure root = Enclosure.exact(radicand).sqrt();
    BigDecimal exact = new BigDecimal(radicand);
    assertTrue(new BigDecimal(root.lower()).pow(2).compareTo(exact) <= 0);
    assertTrue(new BigDecimal(root.upper()).pow(2).compareTo(exact) >= 0);
  }

  @Property(seed = "20200504")
  void exponentialsContainTheExactValue(@ForAll("moderate") double a) {
    if (Math.abs(a) > 700) {
      return;
    }
    BigDecimal exact = BigDecimalMath.exp(new BigDecimal(a), new MathContext(120));
    assertTrue(Enclosure.exact(a).exp().contains(exact), () -> "exp " + a);
    assertTrue(
        Enclosure.exact(a).expm1().contains(exact.subtract(BigDecimal.ONE)), () -> "expm1 " + a);
  }

  @Property(seed = "20200504")
  void logarithmsContainTheExactValue(@ForAll("moderate") double a) {
    double positive = Math.abs(a);
    if (positive == 0) {
      return;
    }
    BigDecimal exact = new BigDecimal(positive);
    assertTrue(Enclosure.exact(positive).log().contains(BigDecimalMath.log(exact, DIGITS)));
    BigDecimal shifted = exact.add(BigDecimal.ONE);
    BigDecimal log1p = BigDecimalMath.log(shifted, new MathContext(120));
    assertTrue(Enclosure.exact(positive).log1p().contains(log1p), () -> "log1p " + positive);
  }

  @Property(seed = "20200504")
  void intervalOperationsContainPointOperations(
      @ForAll("moderate") double a,
      @ForAll("moderate") double b,
      @ForAll("moderate") double c,
      @ForAll("moderate") double d) {
    Enclosure x = Enclosure.of(Math.min(a, b), Math.max(a, b));
    Enclosure y = Enclosure.of(Math.min(c, d), Math.max(c, d));
    Enclosure p = Enclosure.exact(x.midpoint());
    Enclosure q = Enclosure.exact(y.midpoint());
    assertTrue(x.plus(y).contains(p.plus(q)));
    assertTrue(x.minus(y).contains(p.minus(q)));
    assertTrue(x.times(y).contains(p.times(q)));
    assertTrue(x.square().contains(p.square()));
    assertTrue(x.max(y).contains(p.max(q)));
    assertTrue(x.min(y).contains(p.min(q)));
    if (!y.contains(0)) {
      assertTrue(x.dividedBy(y).contains(p.dividedBy(q)));
    }
  }

  @Property(seed = "20200504")
  void representableResultsStayExact(@ForAll int a, @ForAll int b) {
    assertEquals(0, Enclosure.exact(a).plus(b).width());
    assertEquals(0, Enclosure.exact(a % 30_000).times(b % 30_000).width());
  }

  @Property(seed = "20200504")
  void decimalsRoundOutward(@ForAll("anyFinite") double a) {
    Enclosure point = Enclosure.exact(a);
    BigDecimal exact = new BigDecimal(a);
    assertTrue(new BigDecimal(point.lowerDecimal()).compareTo(exact) <= 0);
    assertTrue(new BigDecimal(point.upperDecimal()).compareTo(exact) >= 0);
  }

  @Example
  void nanAndReversedEndsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Enclosure.of(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> Enclosure.of(0, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Enclosure.of(2, 1));
  }

  @Example
  void operationsWithoutValueThrow() {
    Enclosure infinite = Enclosure.exact(Double.POSITIVE_INFINITY);
    assertThrows(ArithmeticException.class, () -> infinite.minus(infinite));
    assertThrows(ArithmeticException.class, () -> infinite.times(0));
    assertThrows(ArithmeticException.class, () -> Enclosure.exact(-1).sqrt());
    assertThrows(ArithmeticException.class, () -> Enclosure.exact(-1).log());
    assertThrows(ArithmeticException.class, () -> Enclosure.ONE.dividedBy(Enclosure.of(-1, 1)));
  }

  @Example
  void overflowKeepsAFiniteLowerEnd() {
    Enclosure large = Enclosure.exact(Double.MAX_VALUE).times(2);
    assertEquals(Double.MAX_VALUE, large.lower());
    assertEquals(Double.POSITIVE_INFINITY, large.upper());
    assertEquals(Double.MAX_VALUE, Enclosure.exact(1000).exp().lower());
  }

  @Example
  void disjointEnclosuresOfOneValueAreAContradiction() {
    Enclosure one = Enclosure.ONE;
    assertThrows(ArithmeticException.class, () -> one.intersect(Enclosure.exact(2)));
    assertEquals(one, one.intersect(Enclosure.of(0, 2)));
    assertFalse(one.contains(BigDecimal.TEN));
  }
}
