package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** Sums of logarithms against 50 digits. */
class LogSumProperties {
  private static final MathContext PRECISE = new MathContext(50);

  @Property(tries = 500)
  void containsTheSum(
      @ForAll @DoubleRange(min = -900, max = 20) double a,
      @ForAll @DoubleRange(min = -60, max = 60) double apart) {
    double b = a + apart;
    BigDecimal sum = exp(a).add(exp(b), PRECISE);
    BigDecimal exact = BigDecimalMath.log(sum, PRECISE);
    double low = LogSum.down(a, b);
    double high = LogSum.up(b, a);
    assertTrue(new BigDecimal(low).compareTo(exact) <= 0);
    assertTrue(new BigDecimal(high).compareTo(exact) >= 0);
    assertEquals(low, high, 1e-14 * (1 + Math.abs(high)));
  }

  @Property(tries = 500)
  void theSmallerIsBarelyAboveTheSum(
      @ForAll @DoubleRange(min = -4e6, max = 4e6) double a,
      @ForAll @DoubleRange(min = -60, max = 60) double apart) {
    double b = a + apart;
    double smaller = LogSum.smaller(Double.POSITIVE_INFINITY, a, b);
    BigDecimal above =
        BigDecimalMath.log(BigDecimal.ONE.add(exp(-Math.abs(b - a)), PRECISE), PRECISE);
    BigDecimal exact = new BigDecimal(Math.max(a, b)).add(above);
    assertTrue(new BigDecimal(smaller).compareTo(exact) >= 0);
    assertTrue(new BigDecimal(smaller).subtract(exact).doubleValue() <= 0x1p-27);
    assertEquals(smaller, LogSum.smaller(Math.nextUp(smaller), b, a));
    assertEquals(b - 1e-3, LogSum.smaller(b - 1e-3, a, b));
  }

  private static BigDecimal exp(double a) {
    return BigDecimalMath.exp(new BigDecimal(a), PRECISE);
  }

  @Example
  void nothingAddsNothing() {
    double nothing = Double.NEGATIVE_INFINITY;
    assertEquals(nothing, LogSum.up(nothing, nothing));
    assertEquals(nothing, LogSum.down(nothing, nothing));
    assertEquals(-1e5, LogSum.up(nothing, -1e5));
    assertEquals(-1e5, LogSum.down(-1e5, nothing));
    assertTrue(LogSum.up(-1e5, -2e5) > -1e5);
    assertTrue(LogSum.down(-1e5, -2e5) <= -1e5);
  }
}
