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
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.ReferenceRows;
import org.assay.accountant.numeric.Enclosure;

/** Closed forms against their definitions in arbitrary precision, and their properties. */
class ClosedFormProperties {
  private static final MathContext DIGITS = new MathContext(60);

  private static BigDecimal exp(BigDecimal x) {
    return BigDecimalMath.exp(x, DIGITS);
  }

  private static BigDecimal big(double x) {
    return new BigDecimal(x);
  }

  /** log(Σ p e^(bL))/b from masses and log ratios. */
  private static BigDecimal renyi(BigDecimal[] masses, BigDecimal[] ratios, double order) {
    BigDecimal b = big(order).subtract(BigDecimal.ONE);
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < masses.length; i++) {
      sum = sum.add(masses[i].multiply(exp(b.multiply(ratios[i])), DIGITS), DIGITS);
    }
    return BigDecimalMath.log(sum, DIGITS).divide(b, DIGITS);
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

  @Example
  void laplaceEnclosesTheReferenceRows() {
    for (ReferenceRows row : ReferenceRows.of("laplace_rdp")) {
      Enclosure t = Enclosure.ONE.dividedBy(row.arg("b"));
      check(LaplaceMechanism.renyi(t, row.arg("alpha")), row.value(), row.toString());
    }
  }

  @Example
  void randomizedResponseEnclosesTheReferenceRows() {
    for (ReferenceRows row : ReferenceRows.of("rr_rdp")) {
      Enclosure value = RandomizedResponse.renyi(2, row.arg("p"), row.arg("alpha"));
      check(value, row.value(), row.toString());
    }
  }

  @Property(tries = 300, seed = "20200504")
  void laplaceEnclosesTheTextbookFormula(
      @ForAll @Scale(15) @DoubleRange(min = -6, max = 2) double logT,
      @ForAll @Scale(15) @DoubleRange(min = -8, max = 3.5) double logExcess) {
    double t = Math.pow(10, logT);
    double order = 1 + Math.pow(10, logExcess);
    BigDecimal a = big(order);
    BigDecimal b = a.subtract(BigDecimal.ONE);
    BigDecimal sum =
        a.multiply(exp(b.multiply(big(t))))
            .add(b.multiply(exp(a.multiply(big(-t)))))
            .divide(a.add(b), DIGITS);
    BigDecimal exact = BigDecimalMath.log(sum, DIGITS).divide(b, DIGITS);
    check(LaplaceMechanism.renyi(Enclosure.exact(t), order), exact, "t " + t + " order " + order);
  }

  @Property(tries = 300, seed = "20200504")
  void randomizedResponseEnclosesItsDefinition(
      @ForAll @Scale(15) @DoubleRange(min = 0.0001, max = 0.9999) double truth,
      @ForAll @IntRange(min = 2, max = 9) int answers,
      @ForAll @Scale(15) @DoubleRange(min = -6, max = 3) double logExcess) {
    double order = 1 + Math.pow(10, logExcess);
    BigDecimal other =
        BigDecimal.ONE.subtract(big(truth)).divide(BigDecimal.valueOf(answers - 1L), DIGITS);
    BigDecimal ratio = BigDecimalMath.log(big(truth).divide(other, DIGITS), DIGITS);
    BigDecimal rest = BigDecimal.ONE.subtract(big(truth)).subtract(other);
    BigDecimal[] masses = {big(truth), other, rest};
    BigDecimal[] ratios = {ratio, ratio.negate(), BigDecimal.ZERO};
    String point = "truth " + truth + " answers " + answers + " order " + order;
    check(RandomizedResponse.renyi(answers, truth, order), renyi(masses, ratios, order), point);
  }

  @Property(tries = 200, seed = "20200504")
  void discreteLaplaceEnclosesItsDefinition(
      @ForAll @Scale(15) @DoubleRange(min = -1, max = 3) double logScale,
      @ForAll @IntRange(min = 1, max = 6) int shift,
      @ForAll @Scale(15) @DoubleRange(min = -5, max = 3) double logExcess) {
    double scale = Math.pow(10, logScale);
    double order = 1 + Math.pow(10, logExcess);
    BigDecimal rate = BigDecimal.ONE.divide(big(scale), DIGITS);
    BigDecimal theta = exp(rate.negate());
    BigDecimal total = BigDecimal.ONE.add(theta);
    BigDecimal[] masses = new BigDecimal[shift + 1];
    BigDecimal[] ratios = new BigDecimal[shift + 1];
    for (int x = 0; x <= shift; x++) {
      BigDecimal power = theta.pow(shift - x, DIGITS);
      boolean end = x == 0 || x == shift;
      masses[x] =
          (end ? power : power.multiply(BigDecimal.ONE.subtract(theta))).divide(total, DIGITS);
      ratios[x] = rate.multiply(BigDecimal.valueOf(2L * x - shift));
    }
    String point = "scale " + scale + " shift " + shift + " order " + order;
    check(DiscreteLaplace.renyi(scale, shift, order), renyi(masses, ratios, order), point);
  }

  @Property(tries = 200, seed = "20200504")
  void discreteGaussianEnclosesItsDefinition(
      @ForAll @Scale(15) @DoubleRange(min = -1, max = 0.7) double logSigma,
      @ForAll @IntRange(min = 1, max = 3) int shift,
      @ForAll @Scale(15) @DoubleRange(min = -5, max = 1) double logExcess) {
    double sigma = Math.pow(10, logSigma);
    double order = 1 + Math.pow(10, logExcess);
    BigDecimal twice = big(sigma).pow(2).multiply(BigDecimal.valueOf(2));
    BigDecimal b = big(order).subtract(BigDecimal.ONE);
    int reach = (int) (14 * sigma) + 14;
    BigDecimal moment = BigDecimal.ZERO;
    BigDecimal normalizer = BigDecimal.ZERO;
    for (int x = -reach; x <= reach + shift * order; x++) {
      BigDecimal base = exp(BigDecimal.valueOf(-(long) x * x).divide(twice, DIGITS));
      BigDecimal moved = BigDecimal.valueOf(-(long) (x - shift) * (x - shift));
      BigDecimal power =
          moved.multiply(big(order)).add(b.multiply(BigDecimal.valueOf((long) x * x)));
      normalizer = normalizer.add(base);
      moment = moment.add(exp(power.divide(twice, DIGITS)), DIGITS);
    }
    BigDecimal exact =
        BigDecimalMath.log(moment.divide(normalizer, DIGITS), DIGITS).divide(b, DIGITS);
    String point = "sigma " + sigma + " shift " + shift + " order " + order;
    check(DiscreteGaussian.renyi(sigma, shift, order), exact, point);
  }

  @Property(tries = 200, seed = "20200504")
  void boundedRangeIsTheLargestTwoPointDivergence(
      @ForAll @Scale(15) @DoubleRange(min = -6, max = 1.5) double logRange,
      @ForAll @Scale(15) @DoubleRange(min = -4, max = 3) double logExcess,
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.999) double where) {
    double range = Math.pow(10, logRange);
    double order = 1 + Math.pow(10, logExcess);
    Enclosure value = BoundedRange.renyi(Enclosure.exact(range), order);
    assertTrue(value.relativeWidth() <= 1e-10, () -> value + " at " + range + ", " + order);
    BigDecimal e = big(range);
    BigDecimal a = big(order);
    BigDecimal b = a.subtract(BigDecimal.ONE);
    BigDecimal one = BigDecimal.ONE;
    BigDecimal quotient =
        one.subtract(exp(e.multiply(a).negate()))
            .divide(one.subtract(exp(e.multiply(b).negate())), DIGITS)
            .multiply(b.divide(a, DIGITS));
    BigDecimal peak = e.add(BigDecimalMath.log(quotient, DIGITS));
    check(value, twoPoint(e, peak, order), "range " + range + " order " + order);
    BigDecimal elsewhere = twoPoint(e, e.multiply(big(where)), order);
    assertTrue(elsewhere.doubleValue() <= value.upper());
  }

  private static BigDecimal twoPoint(BigDecimal range, BigDecimal t, double order) {
    BigDecimal low = t.subtract(range);
    BigDecimal share = BigDecimal.ONE.subtract(exp(low)).divide(exp(t).subtract(exp(low)), DIGITS);
    BigDecimal[] masses = {
      share.multiply(exp(t)), BigDecimal.ONE.subtract(share).multiply(exp(low))
    };
    return renyi(masses, new BigDecimal[] {t, low}, order);
  }

  @Property(tries = 300, seed = "20200504")
  void divergencesRiseWithOrderAndDistance(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 5) double t,
      @ForAll @Scale(15) @DoubleRange(min = 1.001, max = 50) double order) {
    Enclosure e = Enclosure.exact(t);
    Enclosure more = Enclosure.exact(t * 1.01);
    double higher = order * 1.01;
    assertBelow(LaplaceMechanism.renyi(e, order), LaplaceMechanism.renyi(e, higher));
    assertBelow(LaplaceMechanism.renyi(e, order), LaplaceMechanism.renyi(more, order));
    assertBelow(PureMechanism.renyi(e, order), PureMechanism.renyi(e, higher));
    assertBelow(BoundedRange.renyi(e, order), BoundedRange.renyi(e, higher));
    assertBelow(BoundedRange.renyi(e, order), BoundedRange.renyi(more, order));
    // A range is within pure privacy, a Laplace within its epsilon.
    assertBelow(BoundedRange.renyi(e, order), PureMechanism.renyi(e, order));
    assertBelow(LaplaceMechanism.renyi(e, order), PureMechanism.renyi(e, order));
    assertBelow(DiscreteGaussian.renyi(t, 1, order), DiscreteGaussian.renyi(t, 1, higher));
    assertBelow(DiscreteGaussian.renyi(t, 1, order), DiscreteGaussian.renyi(t, 2, order));
  }

  static void assertBelow(Enclosure smaller, Enclosure larger) {
    assertTrue(smaller.lower() <= larger.upper(), () -> smaller + " above " + larger);
  }

  @Example
  void limitsOfTheOrder() {
    Enclosure t = Enclosure.exact(0.5);
    assertEquals(Math.exp(-0.5) - 0.5, LaplaceMechanism.renyi(t, 1).upper(), 1e-15);
    assertEquals(0.5, LaplaceMechanism.renyi(t, 1e9).upper(), 1e-8);
    assertEquals(0.5, PureMechanism.renyi(t, 1e9).upper(), 1e-8);
    assertEquals(0.5, BoundedRange.renyi(t, 1e9).upper(), 1e-7);
    assertEquals(Enclosure.exact(1), DiscreteGaussian.renyi(1, 1, 2));
    assertEquals(Enclosure.exact(0.5), DiscreteGaussian.renyi(1, 1, 1));
    assertEquals(Enclosure.ZERO, RandomizedResponse.renyi(4, 0.25, 3));
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    Enclosure one = Enclosure.ONE;
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 0, -1}) {
      refused(() -> LaplaceMechanism.renyi(one, bad));
      refused(() -> PureMechanism.renyi(one, bad));
      refused(() -> BoundedRange.renyi(one, bad));
      refused(() -> RandomizedResponse.renyi(2, bad, 2));
      refused(() -> RandomizedResponse.renyi(2, 0.75, bad));
      refused(() -> DiscreteLaplace.renyi(bad, 1, 2));
      refused(() -> DiscreteGaussian.renyi(bad, 1, 2));
      refused(() -> SampledLaplace.renyiForward(0.5, one, bad));
      refused(() -> SampledDiscreteGaussian.renyiReverse(0.5, bad, 1, 2));
      refused(() -> ReplacedRecord.poissonGaussian(0.5, one, bad));
    }
    refused(() -> RandomizedResponse.renyi(1, 0.75, 2));
    refused(() -> DiscreteLaplace.renyi(1, 0, 2));
    refused(() -> DiscreteGaussian.renyi(1, 0, 2));
    refused(() -> ReplacedRecord.poissonGaussian(Double.NaN, one, 2));
    refused(() -> SampledLaplace.renyiForward(1.5, one, 2));
  }

  private static void refused(Runnable call) {
    assertThrows(IllegalArgumentException.class, call::run);
  }
}
