package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/** Properties of composition, and pairs whose composed profile is known otherwise. */
class PrivacyLossDistributionProperties {
  private static final MathContext DIGITS = new MathContext(60);

  @Property(tries = 25, seed = "20200504")
  void composedGaussiansAreOneGaussian(
      @ForAll @Scale(15) @DoubleRange(min = 0.02, max = 1) double mu,
      @ForAll @IntRange(min = 1, max = 400) int count,
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 9) double deviations) {
    PrivacyLossDistribution loss = gaussian(mu).times(count);
    double root = Math.sqrt(count);
    double total = mu * root;
    double epsilon = total * total / 2 + deviations * total;
    Enclosure delta = loss.delta(epsilon);
    Enclosure exact = GaussianMechanism.delta(total, epsilon);
    assertTrue(delta.lower() <= exact.upper() * (1 + 1e-9), () -> delta + " against " + exact);
    assertTrue(delta.upper() >= exact.lower() * (1 - 1e-9), () -> delta + " against " + exact);
    assertTrue(delta.relativeWidth() <= 5e-3, () -> "wide " + delta);
  }

  /** One convolution is used for many epsilons: each bound holds, and is near at its epsilon. */
  @Tag("slow")
  @Property(tries = 8, seed = "20200504")
  void boundsAtManyEpsilonsAreThoseOfEach(
      @ForAll @Scale(15) @DoubleRange(min = 0.005, max = 0.5) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 2) double mu,
      @ForAll @IntRange(min = 2, max = 100) int count,
      @ForAll boolean replacing) {
    PrivacyLossDistribution loss =
        replacing
            ? PrivacyLossDistribution.gaussian(Enclosure.exact(mu), REPLACE_ONE)
                .fixedSizeSampled(Enclosure.exact(q))
            : PrivacyLossDistribution.poissonSampledGaussian(q, Enclosure.exact(mu));
    double[] epsilons = new double[12];
    double spacing = q * mu * Math.sqrt(count);
    Arrays.setAll(epsilons, i -> i * spacing);
    double[] bounds = loss.times(count).deltaBounds(epsilons, 1e-3, 1e-9);
    for (int i = 0; i < epsilons.length; i++) {
      Enclosure delta = loss.times(count).delta(epsilons[i]);
      boolean negligible = bounds[i] < 1e-9;
      assertTrue(bounds[i] >= delta.lower(), bounds[i] + " is below " + delta);
      assertTrue(negligible || bounds[i] <= 1.1 * delta.upper(), bounds[i] + " is above " + delta);
    }
  }

  @Property(tries = 10, seed = "20200504")
  void multiplesAreRepeatedSums(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 0.9) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.5, max = 2) double mu,
      @ForAll @IntRange(min = 2, max = 5) int count) {
    PrivacyLossDistribution once =
        PrivacyLossDistribution.poissonSampledGaussian(q, Enclosure.exact(mu));
    PrivacyLossDistribution sum = once;
    for (int i = 1; i < count; i++) {
      sum = sum.plus(once);
    }
    assertTrue(meet(sum.epsilon(1e-6), once.times(count).epsilon(1e-6)));
  }

  /** Pairs that differ in the last bit are composed as different ones. */
  @Property(tries = 10, seed = "20200504")
  void productsOfSpectraMatchPowers(
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 2) double mu,
      @ForAll @IntRange(min = 1, max = 50) int count) {
    PrivacyLossDistribution mixed =
        gaussian(mu).times(count).plus(gaussian(Math.nextUp(mu)).times(count));
    Enclosure one = gaussian(mu).times(2L * count).delta(1);
    Enclosure other = mixed.delta(1);
    assertTrue(one.lower() <= other.upper() * (1 + 1e-12), () -> one + " and " + other);
    assertTrue(other.lower() <= one.upper() * (1 + 1e-12), () -> one + " and " + other);
  }

  @Property(tries = 10, seed = "20200504")
  void profilesFall(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 0.9) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 3) double epsilon) {
    PrivacyLossDistribution loss =
        PrivacyLossDistribution.poissonSampledGaussian(q, Enclosure.ONE)
            .times(10)
            .plus(PrivacyLossDistribution.laplace(2, ADD_OR_REMOVE));
    assertTrue(loss.delta(epsilon + 0.1).lower() <= loss.delta(epsilon).upper());
    assertTrue(loss.epsilon(1e-9).upper() >= loss.epsilon(1e-6).lower());
  }

  /** {@code 1 - e^((epsilon - 1/scale)/2)}, and 0 from 1/scale on. */
  @Property(tries = 25, seed = "20200504")
  void laplaceProfileIsExact(
      @ForAll @Scale(15) @DoubleRange(min = 0.2, max = 10) double scale,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double part) {
    PrivacyLossDistribution loss = PrivacyLossDistribution.laplace(scale, REPLACE_ONE);
    double epsilon = part * 0.99 / scale;
    BigDecimal exponent =
        new BigDecimal(epsilon)
            .subtract(BigDecimal.ONE.divide(new BigDecimal(scale), DIGITS))
            .divide(new BigDecimal(2), DIGITS);
    BigDecimal exact = BigDecimal.ONE.subtract(BigDecimalMath.exp(exponent, DIGITS));
    Enclosure delta = loss.delta(epsilon);
    assertTrue(delta.contains(exact), () -> delta + " misses " + exact);
    assertTrue(delta.relativeWidth() <= 5e-3, () -> "wide " + delta);
    // The exact value is 0; a relative width is meaningless there.
    Enclosure beyond = loss.delta(1.001 / scale);
    assertTrue(beyond.lower() == 0 && beyond.upper() < 1e-6, () -> "beyond " + beyond);
  }

  @Property(tries = 25, seed = "20200504")
  void randomizedResponseMatchesBinomialSums(
      @ForAll @Scale(15) @DoubleRange(min = 0.51, max = 0.95) double truth,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.9) double part) {
    double unit = Math.log(truth / (1 - truth));
    double epsilon = part * count * unit;
    PrivacyLossDistribution loss =
        PrivacyLossDistribution.randomizedResponse(truth, REPLACE_ONE).times(count);
    Enclosure delta = loss.delta(epsilon);
    BigDecimal exact = binomialDelta(new BigDecimal(truth), count, new BigDecimal(epsilon));
    assertTrue(delta.contains(exact), () -> delta + " misses " + exact.round(new MathContext(20)));
    assertTrue(delta.relativeWidth() <= 1e-2 || delta.upper() < 1e-40, () -> "wide " + delta);
  }

  @Example
  void trivialPairIsTheIdentity() {
    PrivacyLossDistribution loss = gaussian(0.5).times(3);
    PrivacyLossDistribution trivial =
        PrivacyLossDistribution.ofAtoms("coin", List.of(LossAtom.exact(1, 1)), 0, ADD_OR_REMOVE);
    assertEquals(loss.delta(1), loss.plus(PrivacyLossDistribution.zero(ADD_OR_REMOVE)).delta(1));
    assertTrue(meet(loss.delta(1), loss.plus(trivial).delta(1)));
    assertTrue(loss.plus(trivial).delta(1).relativeWidth() <= 5e-3);
    assertEquals(0, trivial.epsilon(1e-10).upper(), 1e-6);
    assertEquals(Enclosure.ZERO, PrivacyLossDistribution.zero(REPLACE_ONE).epsilon(0.1));
  }

  /** One outcome in a thousand reveals everything. */
  @Example
  void outcomesThatRevealEverythingStayInDelta() {
    List<LossAtom> atoms =
        List.of(LossAtom.exact(0x1p-10, 0), LossAtom.exact(0, 0x1p-10), atom(1 - 0x1p-10));
    PrivacyLossDistribution loss =
        PrivacyLossDistribution.ofAtoms("leak", atoms, 0, ADD_OR_REMOVE).times(100);
    double exact = -Math.expm1(100 * Math.log1p(-0x1p-10));
    Enclosure delta = loss.delta(3);
    assertEquals(exact, delta.lower(), 1e-12);
    assertEquals(exact, delta.upper(), 1e-12);
    assertEquals(Double.POSITIVE_INFINITY, loss.epsilon(1e-3).upper());
  }

  @Example
  void tinyDeltasStaySound() {
    PrivacyLossDistribution loss = gaussian(0.01).times(10_000);
    Enclosure epsilon = loss.epsilon(1e-25);
    Enclosure exact = GaussianMechanism.epsilon(1, 1e-25);
    assertTrue(epsilon.lower() <= exact.lower() && exact.upper() <= epsilon.upper());
    assertTrue(epsilon.relativeWidth() <= 5e-3, epsilon::toString);
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    PrivacyLossDistribution loss = gaussian(1);
    for (double bad : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> loss.delta(bad));
      assertThrows(IllegalArgumentException.class, () -> loss.epsilon(bad));
      assertThrows(IllegalArgumentException.class, () -> loss.epsilon(0.1, Accuracy.of(bad)));
      assertThrows(
          IllegalArgumentException.class, () -> PrivacyLossDistribution.laplace(bad, REPLACE_ONE));
    }
    assertThrows(IllegalArgumentException.class, () -> loss.times(0));
    assertThrows(
        IllegalArgumentException.class, () -> loss.plus(PrivacyLossDistribution.zero(REPLACE_ONE)));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            PrivacyLossDistribution.ofAtoms(
                "half", List.of(LossAtom.exact(0.5, 0.5)), 0, REPLACE_ONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> PrivacyLossDistribution.randomizedResponse(0.5, REPLACE_ONE));
  }

  private static LossAtom atom(double probability) {
    return LossAtom.exact(probability, probability);
  }

  private static PrivacyLossDistribution gaussian(double mu) {
    return PrivacyLossDistribution.gaussian(Enclosure.exact(mu), ADD_OR_REMOVE);
  }

  private static boolean meet(Enclosure one, Enclosure other) {
    return Math.max(one.lower(), other.lower()) <= Math.min(one.upper(), other.upper());
  }

  /** Sum over the number of true answers of {@code (p^k (1-p)^(n-k) - e^epsilon exchanged)₊}. */
  private static BigDecimal binomialDelta(BigDecimal p, int count, BigDecimal epsilon) {
    BigDecimal rest = BigDecimal.ONE.subtract(p);
    BigDecimal factor = BigDecimalMath.exp(epsilon, DIGITS);
    BigDecimal sum = BigDecimal.ZERO;
    BigInteger choose = BigInteger.ONE;
    for (int k = 0; k <= count; k++) {
      BigDecimal here = p.pow(k, DIGITS).multiply(rest.pow(count - k, DIGITS));
      BigDecimal there = rest.pow(k, DIGITS).multiply(p.pow(count - k, DIGITS));
      BigDecimal gain = here.subtract(factor.multiply(there));
      if (gain.signum() > 0) {
        sum = sum.add(gain.multiply(new BigDecimal(choose)), DIGITS);
      }
      choose = choose.multiply(BigInteger.valueOf(count - k)).divide(BigInteger.valueOf(k + 1));
    }
    return sum;
  }
}
