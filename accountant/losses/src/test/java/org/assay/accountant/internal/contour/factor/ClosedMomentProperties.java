package org.assay.accountant.internal.contour.factor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigComplex;
import ch.obermuhlner.math.big.BigComplexMath;
import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assay.accountant.internal.contour.ClosedMoment;
import org.assay.accountant.internal.contour.ComplexRemainder;
import org.assay.accountant.numeric.Enclosure;

/** Closed forms of moment generating functions against 60-digit complex arithmetic. */
class ClosedMomentProperties {
  private static final MathContext DIGITS = new MathContext(60);
  private static final BigComplex TWO = BigComplex.valueOf(2);

  private static BigComplex complex(double re, double im) {
    return BigComplex.valueOf(new BigDecimal(re), new BigDecimal(im));
  }

  private static BigComplex exp(BigComplex z) {
    return BigComplexMath.exp(z, DIGITS);
  }

  private static double distance(BigComplex exact, double re, double im) {
    return exact.subtract(complex(re, im), DIGITS).abs(DIGITS).doubleValue();
  }

  /** Series and difference, on both sides of the point where the method changes. */
  @Property(tries = 300, seed = "20200504")
  void remainders(
      @ForAll @DoubleRange(min = -3, max = 3) double x,
      @ForAll @DoubleRange(min = -3, max = 3) double y,
      @ForAll @DoubleRange(min = 0, max = 12) double shrink) {
    double re = x * Math.pow(10, -shrink);
    double im = y * Math.pow(10, -shrink);
    BigComplex z = complex(re, im);
    BigComplex second = exp(z).subtract(BigComplex.ONE).subtract(z);
    BigComplex third = second.subtract(z.multiply(z).divide(TWO, DIGITS));
    assertRemainder(2, second, re, im);
    assertRemainder(3, third, re, im);
  }

  private static void assertRemainder(int order, BigComplex exact, double re, double im) {
    ComplexRemainder remainder = new ComplexRemainder(order);
    remainder.evaluate(re, im);
    double off = distance(exact, remainder.real, remainder.imaginary);
    assertTrue(off <= remainder.error, () -> order + " at " + re + "+" + im + "i: " + off);
    double size = exact.abs(DIGITS).doubleValue();
    assertTrue(remainder.error <= 1e-13 * size + 1e-300, () -> remainder.error + " of " + size);
  }

  @Property(tries = 200, seed = "20200504")
  void laplace(
      @ForAll @DoubleRange(min = -6, max = 2) double logRatio,
      @ForAll @DoubleRange(min = -2, max = 2) double logC,
      @ForAll @DoubleRange(min = 0, max = 100) double t) {
    double e = Math.pow(10, logRatio);
    double c = Math.pow(10, logC);
    BigComplex s = complex(c, t);
    BigComplex above = s.add(BigComplex.ONE);
    BigComplex rise = exp(s.multiply(complex(e, 0))).multiply(above);
    BigComplex fall = exp(above.multiply(complex(-e, 0))).multiply(s);
    LaplaceFactor.Moment moment = new LaplaceFactor.Moment(Enclosure.exact(e), c);
    assertMoment(moment, rise.add(fall).divide(above.add(s), DIGITS), t);
  }

  @Property(tries = 200, seed = "20200504")
  void boundedRange(
      @ForAll @DoubleRange(min = -6, max = 2) double logRange,
      @ForAll @DoubleRange(min = -2, max = 2) double logC,
      @ForAll @DoubleRange(min = 0, max = 100) double t) {
    double e = Math.pow(10, logRange);
    double c = Math.pow(10, logC);
    BigComplex s = complex(c, t);
    BigComplex above = s.add(BigComplex.ONE);
    BigComplex rise = exp(s.multiply(complex(e, 0)));
    BigComplex fall = exp(above.multiply(complex(-e, 0)));
    BigDecimal total =
        BigDecimal.ONE.subtract(BigDecimalMath.exp(new BigDecimal(-e), DIGITS), DIGITS);
    BigComplex width = above.add(s).multiply(BigComplex.valueOf(total));
    BoundedRangeFactor.Moment moment = new BoundedRangeFactor.Moment(e, c);
    BigComplex exact = rise.subtract(fall).divide(width, DIGITS);
    assertMoment(moment, exact, t);
    double log = Math.log(scaled(moment, exact).abs(DIGITS).doubleValue()) + moment.logScale;
    assertTrue(moment.logDecayBound(t) >= log - 1e-13 * Math.abs(log) - 1e-15);
    assertTrue(moment.logDecayBound(0.5 * t) >= moment.logDecayBound(t));
  }

  private static BigComplex scaled(ClosedMoment moment, BigComplex exact) {
    BigDecimal scale = BigDecimalMath.exp(new BigDecimal(-moment.logScale), DIGITS);
    return exact.multiply(BigComplex.valueOf(scale));
  }

  private static void assertMoment(ClosedMoment moment, BigComplex exact, double t) {
    moment.evaluate(t);
    BigComplex scaled = scaled(moment, exact);
    double off = distance(scaled.subtract(BigComplex.ONE), moment.real, moment.imaginary);
    assertTrue(off <= moment.error, () -> off + " off, and not " + moment.error);
    double size = scaled.abs(DIGITS).doubleValue();
    // Phases of up to 10,000 lose four digits.
    assertTrue(moment.error <= 1e-10 * (1 + size), () -> moment.error + " of " + size);
  }
}
