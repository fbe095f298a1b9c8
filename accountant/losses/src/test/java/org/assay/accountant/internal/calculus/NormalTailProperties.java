package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.numbers.gamma.Erfcx;
import org.assay.accountant.numeric.Enclosure;

/** The error function and its tails against arbitrary precision. */
class NormalTailProperties {
  @Property(tries = 300, seed = "20200504")
  void erfcxEnclosesTheExactValue(@ForAll @Scale(15) @DoubleRange(min = 0, max = 20) double x) {
    BigDecimal exact = new BigDecimal(x);
    BigDecimal growth = BigDecimalMath.exp(exact.multiply(exact), new MathContext(60));
    BigDecimal value = BigErrorFunction.erfc(exact, 250).multiply(growth, new MathContext(50));
    Enclosure enclosure = NormalTail.erfcx(Enclosure.exact(x));
    assertTrue(enclosure.contains(value), () -> x + ": " + enclosure + " misses " + value);
    assertTrue(enclosure.relativeWidth() < 2e-14, () -> x + ": " + enclosure.relativeWidth());
  }

  @Property(seed = "20200504")
  void erfcxAgreesWithASecondOpinion(@ForAll @Scale(15) @DoubleRange(min = 0, max = 1e8) double x) {
    Enclosure enclosure = NormalTail.erfcx(Enclosure.exact(x));
    double other = Erfcx.value(x);
    assertEquals(1, other / enclosure.midpoint(), 1e-14);
  }

  @Tag("slow")
  @Property(tries = 200, seed = "20200504")
  void tailsEncloseTheExactValue(@ForAll @Scale(15) @DoubleRange(min = -9, max = 25) double t) {
    BigDecimal tail = BigErrorFunction.normalTail(new BigDecimal(t), 200);
    Enclosure enclosure = NormalTail.upperTail(Enclosure.exact(t));
    assertTrue(enclosure.contains(tail), () -> t + ": " + enclosure + " misses " + tail);
    BigDecimal logTail = BigDecimalMath.log(tail, new MathContext(40));
    assertTrue(NormalTail.logUpperTail(Enclosure.exact(t)).contains(logTail), () -> "log at " + t);
  }

  @Property(seed = "20200504")
  void tailsFallAndSumToOne(@ForAll @Scale(15) @DoubleRange(min = -30, max = 30) double t) {
    Enclosure here = NormalTail.upperTail(Enclosure.exact(t));
    Enclosure mirrored = NormalTail.upperTail(Enclosure.exact(-t));
    assertTrue(here.plus(mirrored).contains(1));
    assertTrue(NormalTail.upperTail(Enclosure.exact(t + 1)).upper() <= here.upper());
  }

  @Example
  void limits() {
    assertEquals(Enclosure.ONE, NormalTail.erfcx(Enclosure.ZERO));
    assertEquals(Enclosure.ZERO, NormalTail.upperTail(Enclosure.exact(Double.POSITIVE_INFINITY)));
    assertEquals(Enclosure.ONE, NormalTail.upperTail(Enclosure.exact(Double.NEGATIVE_INFINITY)));
    assertThrows(ArithmeticException.class, () -> NormalTail.erfcx(Enclosure.of(-1, 1)));
    // log Pr[N > 1e5] = -5e9 - log(1e5 sqrt(2 pi)) + O(1e-10).
    Enclosure far = NormalTail.logUpperTail(Enclosure.exact(1e5));
    assertTrue(far.contains(-5e9 - Math.log(1e5 * Math.sqrt(2 * Math.PI))), far::toString);
  }

  @Property(tries = 300, seed = "20200504")
  void exponentialRemainderKeepsItsErrorBound(
      @ForAll @Scale(15) @DoubleRange(min = -40, max = 29) double w) {
    MathContext digits = new MathContext(80);
    BigDecimal exact =
        BigDecimalMath.exp(new BigDecimal(w), digits)
            .subtract(BigDecimal.ONE)
            .subtract(new BigDecimal(w));
    double error =
        exact.signum() == 0
            ? ExpRemainder.of(w)
            : new BigDecimal(ExpRemainder.of(w))
                .subtract(exact)
                .divide(exact, new MathContext(20))
                .doubleValue();
    assertTrue(Math.abs(error) <= ExpRemainder.RELATIVE_ERROR, () -> "w " + w + " error " + error);
  }

  @Property(tries = 300, seed = "20200504")
  void exponentialRemainderIsAccurateNearZero(
      @ForAll @Scale(15) @DoubleRange(min = -1, max = 1) double fraction,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 100) double decades) {
    double w = fraction * Math.pow(10, -decades);
    if (w == 0) {
      return;
    }
    MathContext digits = new MathContext(300);
    BigDecimal exact =
        BigDecimalMath.exp(new BigDecimal(w), digits)
            .subtract(BigDecimal.ONE)
            .subtract(new BigDecimal(w));
    BigDecimal error =
        new BigDecimal(ExpRemainder.of(w)).subtract(exact).divide(exact, new MathContext(20)).abs();
    assertTrue(error.doubleValue() <= ExpRemainder.RELATIVE_ERROR, () -> "w " + w);
  }
}
