package org.assay.accountant.internal.divergence;

import static org.assay.accountant.internal.divergence.ClosedFormProperties.assertBelow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Enclosure;

/** Sampled pairs against binomial expansions in arbitrary precision, and their properties. */
class SampledPairProperties {
  private static final MathContext DIGITS = new MathContext(60);

  private static BigDecimal exp(BigDecimal x) {
    return BigDecimalMath.exp(x, DIGITS);
  }

  /** E_Q[r^n] = Σ C(n,k) (1-q)^(n-k) q^k M_k from the moments M_k of the unsampled pair. */
  private static BigDecimal sampled(double q, int n, BigDecimal[] moments) {
    BigDecimal probability = new BigDecimal(q);
    BigDecimal rest = BigDecimal.ONE.subtract(probability);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal binomial = BigDecimal.ONE;
    for (int k = 0; k <= n; k++) {
      BigDecimal powers = rest.pow(n - k, DIGITS).multiply(probability.pow(k, DIGITS));
      sum = sum.add(binomial.multiply(powers).multiply(moments[k]), DIGITS);
      binomial = binomial.multiply(BigDecimal.valueOf(n - k)).divide(BigDecimal.valueOf(k + 1L));
    }
    return BigDecimalMath.log(sum, DIGITS).divide(BigDecimal.valueOf(n - 1L), DIGITS);
  }

  @Property(tries = 200, seed = "20200504")
  void sampledLaplaceEnclosesTheBinomialForm(
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 6) double logInverseQ,
      @ForAll @Scale(15) @DoubleRange(min = -3, max = 1) double logT,
      @ForAll @IntRange(min = 2, max = 24) int order) {
    double q = 0.999 * Math.pow(10, -logInverseQ);
    double t = Math.pow(10, logT);
    BigDecimal[] moments = new BigDecimal[order + 1];
    for (int k = 0; k <= order; k++) {
      BigDecimal a = BigDecimal.valueOf(k);
      BigDecimal b = BigDecimal.valueOf(k - 1L);
      BigDecimal rise = a.multiply(exp(b.multiply(new BigDecimal(t))));
      BigDecimal fall = b.multiply(exp(a.multiply(new BigDecimal(-t))));
      moments[k] = rise.add(fall).divide(a.add(b), DIGITS);
    }
    check(
        SampledLaplace.renyiForward(q, Enclosure.exact(t), order),
        sampled(q, order, moments),
        "q " + q + " t " + t + " order " + order);
  }

  /**
   * Removing is the worse direction, on which the analysis of sampling relies: {@code
   * doc-files/sampled-directions.md}.
   */
  @Property(tries = 300, seed = "20200504")
  void removingIsTheWorseDirection(
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 6) double logInverseQ,
      @ForAll @Scale(15) @DoubleRange(min = -0.5, max = 1.5) double logSigma,
      @ForAll @IntRange(min = 1, max = 3) int shift,
      @ForAll @Scale(15) @DoubleRange(min = -3, max = 2) double logB) {
    double q = 0.999 * Math.pow(10, -logInverseQ);
    double sigma = Math.pow(10, logSigma);
    double order = 1 + Math.pow(10, logB);
    Enclosure t = Enclosure.ONE.dividedBy(sigma);
    assertBelow(
        SampledGaussian.renyiReverse(q, sigma, order),
        SampledGaussian.renyiForward(q, sigma, order));
    assertBelow(SampledLaplace.renyiReverse(q, t, order), SampledLaplace.renyiForward(q, t, order));
    assertBelow(
        SampledDiscreteGaussian.renyiReverse(q, sigma, shift, order),
        SampledDiscreteGaussian.renyiForward(q, sigma, shift, order));
  }

  @Property(tries = 200, seed = "20200504")
  void sampledDiscreteGaussianEnclosesTheBinomialForm(
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 6) double logInverseQ,
      @ForAll @Scale(15) @DoubleRange(min = -0.7, max = 2) double logSigma,
      @ForAll @IntRange(min = 1, max = 4) int shift,
      @ForAll @IntRange(min = 2, max = 24) int order) {
    double q = 0.999 * Math.pow(10, -logInverseQ);
    double sigma = Math.pow(10, logSigma);
    BigDecimal variance = new BigDecimal(sigma).pow(2).multiply(BigDecimal.valueOf(2));
    BigDecimal[] moments = new BigDecimal[order + 1];
    for (int k = 0; k <= order; k++) {
      long square = (long) shift * shift * k * (k - 1);
      moments[k] = exp(BigDecimal.valueOf(square).divide(variance, DIGITS));
    }
    check(
        SampledDiscreteGaussian.renyiForward(q, sigma, shift, order),
        sampled(q, order, moments),
        "q " + q + " sigma " + sigma + " shift " + shift + " order " + order);
  }

  private static void check(Enclosure enclosure, BigDecimal exact, String point) {
    // The expected value is itself rounded, far below the last digit of a double.
    BigDecimal slack = exact.abs().scaleByPowerOfTen(-40);
    boolean inside =
        new BigDecimal(enclosure.lower()).subtract(slack).compareTo(exact) <= 0
            && new BigDecimal(enclosure.upper()).add(slack).compareTo(exact) >= 0;
    assertTrue(inside, () -> point + ": " + enclosure + " misses " + exact);
    assertTrue(enclosure.relativeWidth() <= 1e-10, () -> point + " is " + enclosure);
  }

  @Property(tries = 60, seed = "20200504")
  void lawsOfSampledPairs(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.9) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 2) double t,
      @ForAll @Scale(15) @DoubleRange(min = 1.001, max = 60) double order) {
    Enclosure e = Enclosure.exact(t);
    Enclosure share = Enclosure.exact(q);
    Enclosure forward = SampledLaplace.renyiForward(q, e, order);
    assertBelow(SampledLaplace.renyiReverse(q, e, order), forward);
    assertBelow(forward, SampledLaplace.renyiForward(q, e, order * 1.01));
    assertBelow(forward, LaplaceMechanism.renyi(e, order));
    Enclosure fixed = ReplacedRecord.fixedSizeGaussian(share, e, order);
    Enclosure both = ReplacedRecord.poissonGaussian(q, e, order);
    Enclosure removed = SampledGaussian.renyiForward(q, 1 / t, order);
    assertBelow(removed, fixed.times(1 + 1e-12));
    assertBelow(removed, both.times(1 + 1e-12));
    assertBelow(both, GaussianMechanism.renyi(e.times(2), order));
    assertBelow(fixed, ReplacedRecord.fixedSizeGaussian(share, e, order * 1.01));
    assertBelow(both, ReplacedRecord.poissonGaussian(q, e, order * 1.01));
    assertBelow(forward, ReplacedRecord.fixedSizeLaplace(share, e, order).times(1 + 1e-12));
    assertTrue(fixed.relativeWidth() < 1e-10 && both.relativeWidth() < 1e-10);
  }

  /** One step of the settings F5 and F7, computed once by independent code. */
  @Example
  void publishedSingleSteps() {
    Enclosure fixed =
        ReplacedRecord.fixedSizeGaussian(
            Enclosure.exact(1000).dividedBy(100_000), Enclosure.exact(0.5), 2);
    assertEquals(3.9079125e-5, fixed.upper(), 5e-12);
    Enclosure both = ReplacedRecord.poissonGaussian(0.01, Enclosure.exact(1).dividedBy(20), 2);
    assertEquals(9.9997623e-7, both.upper(), 5e-14);
  }

  /** At order 2 the antipodal moment has a closed form only at q = 1; there it is a Gaussian. */
  @Example
  void certainSamplingIsNoSampling() {
    Enclosure mu = Enclosure.exact(0.5);
    assertEquals(
        GaussianMechanism.renyi(Enclosure.ONE, 3), ReplacedRecord.poissonGaussian(1, mu, 3));
    assertEquals(
        GaussianMechanism.renyi(mu, 3), ReplacedRecord.fixedSizeGaussian(Enclosure.ONE, mu, 3));
    assertEquals(LaplaceMechanism.renyi(mu, 3), SampledLaplace.renyiForward(1, mu, 3));
    assertEquals(Enclosure.ZERO, SampledLaplace.renyiReverse(0, mu, 3));
    assertEquals(Enclosure.ZERO, ReplacedRecord.poissonGaussian(0, mu, 3));
  }

  @Property(tries = 100, seed = "20200504")
  void extremeParametersStillGiveEnclosures(
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 200) double logInverseQ,
      @ForAll @Scale(15) @DoubleRange(min = -150, max = 8) double logT,
      @ForAll @Scale(15) @DoubleRange(min = -14, max = 6) double logExcess) {
    double q = Math.pow(10, -logInverseQ);
    Enclosure t = Enclosure.exact(Math.pow(10, logT));
    double order = 1 + Math.pow(10, logExcess);
    double plain = LaplaceMechanism.renyi(t, order).upper();
    assertTrue(SampledLaplace.renyiForward(q, t, order).upper() <= plain * (1 + 1e-12));
    assertTrue(SampledLaplace.renyiReverse(q, t, order).lower() >= 0);
    double gaussian = GaussianMechanism.renyi(t, order).upper();
    Enclosure share = Enclosure.exact(q);
    assertTrue(ReplacedRecord.fixedSizeGaussian(share, t, order).upper() <= gaussian * (1 + 1e-12));
    assertTrue(ReplacedRecord.poissonGaussian(q, t, order).lower() >= 0);
  }
}
