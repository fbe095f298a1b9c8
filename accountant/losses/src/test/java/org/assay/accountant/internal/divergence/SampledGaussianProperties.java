package org.assay.accountant.internal.divergence;

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
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Enclosure;

/** The sampled Gaussian against the binomial closed form at integer orders, and its properties. */
class SampledGaussianProperties {
  private static final MathContext DIGITS = new MathContext(80);

  /** E[r^n] = sum over k of C(n,k) (1-q)^(n-k) q^k e^(k(k-1)/2σ²), every term positive. */
  private static BigDecimal closedForm(double q, double sigma, int order) {
    BigDecimal probability = new BigDecimal(q);
    BigDecimal rest = BigDecimal.ONE.subtract(probability);
    BigDecimal variance = new BigDecimal(sigma).pow(2);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal binomial = BigDecimal.ONE;
    for (int k = 0; k <= order; k++) {
      BigDecimal exponent =
          BigDecimal.valueOf((long) k * (k - 1))
              .divide(variance.multiply(BigDecimal.valueOf(2)), DIGITS);
      BigDecimal term =
          binomial
              .multiply(rest.pow(order - k, DIGITS))
              .multiply(probability.pow(k, DIGITS))
              .multiply(BigDecimalMath.exp(exponent, DIGITS), DIGITS);
      sum = sum.add(term, DIGITS);
      binomial =
          binomial
              .multiply(BigDecimal.valueOf(order - k))
              .divide(BigDecimal.valueOf(k + 1), DIGITS);
    }
    return BigDecimalMath.log(sum, DIGITS).divide(BigDecimal.valueOf(order - 1L), DIGITS);
  }

  @Property(tries = 400, seed = "20200504")
  void forwardEnclosesTheClosedFormAtIntegerOrders(
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 8) double logInverseQ,
      @ForAll @Scale(15) @DoubleRange(min = -1, max = 2.5) double logSigma,
      @ForAll @IntRange(min = 2, max = 40) int order) {
    double q = Math.min(Math.pow(10, -logInverseQ), 0.9999);
    double sigma = Math.pow(10, logSigma);
    Enclosure enclosure = SampledGaussian.renyiForward(q, sigma, order);
    BigDecimal exact = closedForm(q, sigma, order);
    String point = "q " + q + " sigma " + sigma + " order " + order;
    assertTrue(enclosure.contains(exact), () -> point + ": " + enclosure + " misses " + exact);
    assertTrue(enclosure.relativeWidth() <= 1e-10, () -> point + " " + enclosure.relativeWidth());
  }

  @Property(tries = 300, seed = "20200504")
  void divergencesRiseWithOrderAndProbabilityAndFallWithNoise(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.9) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 50) double sigma,
      @ForAll @Scale(15) @DoubleRange(min = 1.001, max = 200) double order) {
    for (boolean forward : new boolean[] {true, false}) {
      Enclosure here = renyi(q, sigma, order, forward);
      assertTrue(here.lower() <= renyi(q, sigma, order * 1.1, forward).upper());
      assertTrue(here.lower() <= renyi(q * 1.1, sigma, order, forward).upper());
      assertTrue(here.upper() >= renyi(q, sigma * 1.1, order, forward).lower());
    }
  }

  /** A known theorem: removing a record is never less revealing than adding one. */
  @Property(tries = 300, seed = "20200504")
  void forwardIsTheLargerDirection(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.999) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 50) double sigma,
      @ForAll @Scale(15) @DoubleRange(min = 1.0001, max = 500) double order) {
    Enclosure forward = SampledGaussian.renyiForward(q, sigma, order);
    Enclosure reverse = SampledGaussian.renyiReverse(q, sigma, order);
    assertTrue(forward.upper() >= reverse.lower(), () -> forward + " < " + reverse);
  }

  /** Far outside ordinary settings the enclosure may be wide, but there is one. */
  @Tag("slow")
  @Property(tries = 150, seed = "20200504")
  void extremeParametersStillGiveEnclosures(
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 250) double logInverseQ,
      @ForAll @Scale(15) @DoubleRange(min = -150, max = 150) double logSigma,
      @ForAll @Scale(15) @DoubleRange(min = -14, max = 12) double logExcessOrder) {
    double q = Math.pow(10, -logInverseQ);
    double sigma = Math.pow(10, logSigma);
    double order = 1 + Math.pow(10, logExcessOrder);
    for (boolean forward : new boolean[] {true, false}) {
      Enclosure enclosure = renyi(q, sigma, order, forward);
      assertTrue(enclosure.lower() >= 0);
      double plain = GaussianMechanism.renyi(Enclosure.ONE.dividedBy(sigma), order).upper();
      assertTrue(enclosure.upper() <= plain * (1 + 1e-12), () -> enclosure + " above " + plain);
    }
  }

  @Example
  void trivialSamplingProbabilities() {
    assertEquals(Enclosure.ZERO, SampledGaussian.renyiForward(0, 1, 2));
    assertEquals(Enclosure.ZERO, SampledGaussian.renyiReverse(0, 1, 2));
    assertEquals(Enclosure.exact(4), SampledGaussian.renyiForward(1, 0.5, 2));
    assertEquals(Enclosure.exact(4), SampledGaussian.renyiReverse(1, 0.5, 2));
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
      assertThrows(IllegalArgumentException.class, () -> SampledGaussian.renyiForward(bad, 1, 2));
      assertThrows(IllegalArgumentException.class, () -> SampledGaussian.renyiForward(0.5, bad, 2));
      assertThrows(IllegalArgumentException.class, () -> SampledGaussian.renyiReverse(0.5, 1, bad));
    }
    assertThrows(IllegalArgumentException.class, () -> SampledGaussian.renyiForward(0.5, 0, 2));
    assertThrows(IllegalArgumentException.class, () -> SampledGaussian.renyiForward(0.5, 1, 1));
  }

  private static Enclosure renyi(double q, double sigma, double order, boolean forward) {
    return forward
        ? SampledGaussian.renyiForward(q, sigma, order)
        : SampledGaussian.renyiReverse(q, sigma, order);
  }
}
