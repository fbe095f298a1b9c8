package org.assay.accountant.accounting;

import static org.assay.accountant.accounting.AttackerRisk.Claim.ABSENT;
import static org.assay.accountant.accounting.AttackerRisk.Claim.EITHER;
import static org.assay.accountant.accounting.AttackerRisk.Claim.PRESENT;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.assay.accountant.accounting.AttackerRisk.Claim;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Risks against closed forms, and against Neyman-Pearson tests of finite distributions in
 * fractions.
 */
class AttackerRiskTest {
  private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));

  private static double below(double z) {
    return NORMAL.cumulativeProbability(z);
  }

  private static double above(double z) {
    return NORMAL.cumulativeProbability(-z);
  }

  private static double quantileAbove(double share) {
    return -NORMAL.inverseCumulativeProbability(share);
  }

  private static AttackerRisk risk(DpEvent event) {
    return AttackerRisk.of(event, ADD_OR_REMOVE);
  }

  /** The value is in the enclosure, up to the comparison's error, and the enclosure is narrow. */
  private static void assertNear(double expected, Enclosure found, double width) {
    double slack = 1e-13 + 1e-11 * expected;
    assertTrue(
        found.lower() <= expected + slack && found.upper() >= expected - slack,
        () -> found + " does not hold " + expected);
    assertTrue(found.width() <= width, () -> found + " is wide");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 0.5, 0.9})
  void ratesOfOneGaussianAreThoseOfItsClosedForm(double rate) {
    double power = above(quantileAbove(rate) - 1);
    for (Claim claim : Claim.values()) {
      assertNear(power, risk(GAUSSIAN).truePositiveRate(rate, claim), 1e-6 * power);
    }
  }

  /** {@code Φ(1/2 - ε) - e^ε Φ(-1/2 - ε)}, and e^ε/(1 + e^ε) against its rest. */
  @Test
  void theProfileIsThatOfThePair() {
    AttackerRisk gaussian = risk(GAUSSIAN);
    for (double epsilon : new double[] {0, 0.7, 3}) {
      double delta = above(epsilon - 0.5) - Math.exp(epsilon) * above(epsilon + 0.5);
      assertNear(delta, gaussian.delta(epsilon), 1e-12);
    }
    AttackerRisk pure = AttackerRisk.of(new Guarantee.Pure(1, ADD_OR_REMOVE));
    assertNear((Math.E - Math.exp(0.5)) / (1 + Math.E), pure.delta(0.5), 1e-12);
    assertThrows(IllegalArgumentException.class, () -> gaussian.delta(-0.1));
    assertThrows(IllegalArgumentException.class, () -> gaussian.delta(Double.NaN));
  }

  @Test
  void advantageOfOneGaussianIsItsTotalVariation() {
    double variation = 2 * below(0.5) - 1;
    assertNear(variation, risk(GAUSSIAN).advantage(), 1e-12);
    assertNear((1 + variation) / 2, risk(GAUSSIAN).success(0.5, EITHER), 1e-12);
    assertTrue(risk(GAUSSIAN).attained());
  }

  /** Guess "present" where the density there times the prior is larger. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 0.7, 0.99})
  void successAtAPriorIsThatOfTheBayesRule(double prior) {
    double threshold = 0.5 + Math.log((1 - prior) / prior);
    double right = prior * above(threshold - 1) + (1 - prior) * below(threshold);
    assertNear(right, risk(GAUSSIAN).success(prior, PRESENT), 1e-11);
    assertNear(right, risk(GAUSSIAN).success(prior, EITHER), 1e-11);
  }

  /** The likelihood ratio of a sampled Gaussian rises with the output. */
  @ParameterizedTest
  @ValueSource(doubles = {-1, 0, 0.5, 1.5, 3, 4})
  void ratesOfASampledStepDifferBetweenBothClaims(double threshold) {
    double q = 0.1;
    AttackerRisk risk = risk(GAUSSIAN.poissonSampled(q));
    double absent = above(threshold);
    double present = (1 - q) * absent + q * above(threshold - 1);
    assertNear(present, risk.truePositiveRate(absent, PRESENT), 1e-6);
    double presentBelow = (1 - q) * below(-threshold) + q * below(-threshold - 1);
    double absentBelow = below(-threshold);
    assertNear(absentBelow, risk.truePositiveRate(presentBelow, ABSENT), 1e-6);
  }

  /**
   * References by convolutions of finely divided distributions, with other code; their error is
   * below 2e-8.
   */
  @Test
  void ratesOfASampleBesideLaplaceNoiseDifferBetweenBothClaims() {
    String run = "poisson(0.1, gaussian(1)) then laplace(1)";
    AttackerRisk risk = risk(DpEvent.parse(run, ADD_OR_REMOVE));
    assertNear(0.39453175678, risk.advantage(), 4e-5);
    assertNear(0.70336788505, risk.success(0.4, PRESENT), 4e-5);
    assertNear(0.70349429925, risk.success(0.4, ABSENT), 4e-5);
    assertNear(0.005583676661, risk.truePositiveRate(1e-3, PRESENT), 1e-8);
    assertNear(0.00300792454, risk.truePositiveRate(1e-3, ABSENT), 1e-8);
  }

  /** A mu is fitted to small deltas, for which contours of coarser profiles would be too wide. */
  @Tag("slow")
  @Test
  void theMuOfASampleBesideLaplaceNoiseIsNarrow() {
    String run = "poisson(0.5, gaussian(0.5)) then laplace(1.5)";
    Enclosure mu = risk(DpEvent.parse(run, ADD_OR_REMOVE)).gaussian(1e-10).orElseThrow().mu();
    assertTrue(mu.relativeWidth() <= 1e-4, mu::toString);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.125, 0.25, 0.3, 0.75})
  void ratesOfRandomizedResponseAreTwoLines(double rate) {
    DpEvent response = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE);
    double power = Math.min(3 * rate, 1 - (1 - rate) / 3);
    assertNear(power, risk(response).truePositiveRate(rate, EITHER), 1e-7);
    assertNear(0.75, risk(response).success(0.5, EITHER), 1e-12);
    assertNear(Math.log(3), Enclosure.exact(risk(response).surely().orElseThrow()), 0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.001, 0.2, 0.3, 0.75})
  void ratesOfAGuaranteeAreItsTwoLines(double rate) {
    double delta = 1e-3;
    double e = Math.exp(1);
    double power = Math.min(1, Math.min(delta + e * rate, 1 - (1 - delta - rate) / e));
    Guarantee claimed = new Guarantee.Approximate(1, delta, REPLACE_ONE);
    assertNear(power, AttackerRisk.of(claimed).truePositiveRate(rate, EITHER), 1e-12);
    DpEvent event = new ApproximateEvent(1, delta, REPLACE_ONE);
    AttackerRisk spent = AttackerRisk.of(event, REPLACE_ONE);
    assertEquals(power, spent.truePositiveRate(rate, EITHER).upper(), 1e-7);
    double variation = delta + (1 - delta) * (e - 1) / (e + 1);
    assertEquals(variation, spent.advantage().upper(), 1e-12);
    assertNear(variation, AttackerRisk.of(claimed).advantage(), 1e-12);
  }

  @Test
  void whatRevealsNothingLeavesTheGuess() {
    AttackerRisk nothing = risk(DpEvent.pure(0, ADD_OR_REMOVE));
    assertEquals(Enclosure.ZERO, nothing.advantage());
    assertNear(0.01, nothing.truePositiveRate(0.01, EITHER), 1e-8);
    assertNear(0.8, nothing.success(0.2, PRESENT), 1e-15);
  }

  /** All outcomes of a composition; the best test by their ratios, in fractions. */
  @ParameterizedTest
  @EnumSource(Claim.class)
  void ratesOfAFiniteCompositionAreThoseOfTheExhaustiveTest(Claim claim) {
    Fraction[] in = {Fraction.of(3, 8), Fraction.of(5, 8)};
    Fraction[] out = {Fraction.of(1, 4), Fraction.of(3, 4)};
    DpEvent step = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE).poissonSampled(0.25);
    AttackerRisk risk = risk(step.times(3));
    assertTrue(risk.attained());
    for (int rate = 1; rate < 64; rate += 13) {
      Fraction alpha = Fraction.of(rate, 64);
      Fraction present = power(product(out, 3), product(in, 3), alpha);
      Fraction absent = power(product(in, 3), product(out, 3), alpha);
      Fraction expected =
          switch (claim) {
            case PRESENT -> present;
            case ABSENT -> absent;
            case EITHER -> present.compareTo(absent) > 0 ? present : absent;
          };
      assertNear(expected.value(), risk.truePositiveRate(rate / 64.0, claim), 1e-6);
    }
  }

  /** A lattice's convolution has no contour; the other order of its pairs has another profile. */
  @Test
  void ordersOfOneSampleAreNotExchanged() {
    double q = 0.25;
    AttackerRisk risk = risk(DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(q));
    // Only outputs above 1 have the largest ratio; their probability is e^-1/2 without the record.
    double rate = 0.1;
    double ratio = 1 - q + q * Math.E;
    assertNear(rate * ratio, risk.truePositiveRate(rate, PRESENT), 1e-6);
    // Outputs below 0 have the smallest one, 1 - q + q/e.
    assertNear(rate / (1 - q + q / Math.E), risk.truePositiveRate(rate, ABSENT), 1e-6);
  }

  @Test
  void theLargerOrderIsTheProfileOfBoth() {
    DpEvent run = GAUSSIAN.poissonSampled(0.02).times(30);
    for (double epsilon : new double[] {0, 0.1, 0.5, 1}) {
      Enclosure removing = inOrder(run, epsilon, Question.Order.REMOVING);
      Enclosure adding = inOrder(run, epsilon, Question.Order.ADDING);
      Enclosure both = TightestBound.of(run, ADD_OR_REMOVE).delta(epsilon).value();
      assertNear(both.midpoint(), removing.max(adding), 1e-8);
    }
  }

  private static Enclosure inOrder(DpEvent run, double epsilon, Question.Order order) {
    Question question =
        new Question.DeltaAt(
            epsilon, org.assay.accountant.curve.Accuracy.FINE, Question.NARROWEST, order);
    return BoundOfKind.of(run, ADD_OR_REMOVE, question).value();
  }

  /** The neighbours and mechanism that attain a bound by divergences are unknown. */
  @Test
  void noAttackerIsClaimedWhereNoNeighboursAreKnown() {
    AttackerRisk risk = risk(new ZcdpEvent(0.01, 0, ADD_OR_REMOVE));
    assertFalse(risk.attained());
    assertEquals(0.01, risk.truePositiveRate(0.01, EITHER).lower());
    assertTrue(risk.truePositiveRate(0.01, EITHER).upper() > 0.012);
  }

  /** The test "output above z + 1" has rates Φ(-z) and Φ(-z - 1). */
  @ParameterizedTest
  @ValueSource(doubles = {-1.2, 0, 1, 3, 4.2648907939, 6, 7.6})
  void theOddsOfAGaussianAreThoseOfItsThreshold(double z) {
    double log = Math.log(above(z) / above(z + 1));
    assertNear(log, risk(GAUSSIAN).except(above(z)), 1e-6 * log);
    Guarantee claimed = new Guarantee.Gaussian(1, ADD_OR_REMOVE);
    assertNear(log, AttackerRisk.of(claimed).except(above(z)), 1e-6 * log);
  }

  /** The loss of the output is above {@code 1/2 + z} as often; one bit of the output tells more. */
  @Test
  void aBitOfTheOutputExceedsTheQuantileOfItsLoss() {
    double z = quantileAbove(1e-5);
    assertTrue(risk(GAUSSIAN).except(1e-5).lower() > 0.5 + z + 0.19);
  }

  /** The test "output above c" has rates {@code 1 - e^(c-1)/2} and {@code e^-c/2} below c = 1. */
  @Test
  void theOddsOfLaplaceNoiseAreThoseOfItsThreshold() {
    AttackerRisk risk = risk(DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE)));
    double c = 0.3;
    double power = 1 - Math.exp(c - 1) / 2;
    assertNear(Math.log(2 * power) + c, risk.except(power), 1e-6);
    assertNear(1, risk.except(0.5), 1e-6);
    assertNear(1, risk.except(1e-5), 1e-6);
    assertEquals(1, risk.except(1e-9).upper());
  }

  /** Exactly the atom, and more than it, of a response that is right with probability 0.7. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 0.3, 0.7, 0.75, 0.95})
  void theOddsOfAResponseAreThoseOfItsAtoms(double power) {
    double alarms = Math.max(power * 3 / 7, 0.3 + (power - 0.7) * 7 / 3);
    AttackerRisk risk = risk(DpEvent.randomizedResponse(0.7, ADD_OR_REMOVE));
    assertNear(Math.log(power / alarms), risk.except(power), 1e-6);
  }

  /** All outcomes of a composition; both orders have atoms, and other rates. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 20, 40, 62})
  void theOddsOfAFiniteCompositionAreThoseOfTheExhaustiveTest(int power) {
    List<Fraction> in = product(new Fraction[] {Fraction.of(3, 8), Fraction.of(5, 8)}, 3);
    List<Fraction> out = product(new Fraction[] {Fraction.of(1, 4), Fraction.of(3, 4)}, 3);
    DpEvent step = DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE).poissonSampled(0.25);
    Fraction rest = Fraction.of(64 - power, 64);
    double alarms = 1 - Math.max(power(in, out, rest).value(), power(out, in, rest).value());
    assertNear(Math.log(power / 64.0 / alarms), risk(step.times(3)).except(power / 64.0), 1e-6);
  }

  /** A mass delta is certain: nothing bounds odds except with that probability. */
  @Test
  void theOddsOfAnApproximateGuaranteeEndAtItsDelta() {
    double delta = 1e-5;
    AttackerRisk claimed = AttackerRisk.of(new Guarantee.Approximate(1, delta, ADD_OR_REMOVE));
    AttackerRisk event = risk(new ApproximateEvent(1, delta, ADD_OR_REMOVE));
    for (double power : new double[] {2e-5, 1e-3, 0.7}) {
      double log = 1 - Math.log1p(-delta / power);
      assertNear(log, claimed.except(power), 1e-6);
      assertEquals(log, event.except(power).upper(), 1e-6);
      assertEquals(0, event.except(power).lower());
    }
    assertEquals(Double.POSITIVE_INFINITY, claimed.except(delta).upper());
    assertEquals(Double.POSITIVE_INFINITY, event.except(delta / 2).upper());
  }

  /**
   * Rates of the best test of two sampled steps, by Simpson's rule over the first output. The loss
   * {@code log(1 - q + q e^(y - 1/2))} of an output y rises.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 2.5})
  void theOddsOfTwoSamplesAreThoseOfTheirBestTest(double threshold) {
    double q = 0.2;
    double power = 0;
    double alarms = 0;
    double step = 1.0 / 128;
    for (int i = -1280; i <= 1408; i++) {
      double y = i * step;
      double ratio = 1 - q + q * Math.exp(y - 0.5);
      double rest = (Math.exp(threshold) / ratio - 1 + q) / q;
      double second = rest > 0 ? 0.5 + Math.log(rest) : Double.NEGATIVE_INFINITY;
      double absent = above(second);
      double weight = step / 3 * (i % 2 == 0 ? 2 : 4) * NORMAL.density(y);
      alarms += weight * absent;
      power += weight * ratio * ((1 - q) * absent + q * above(second - 1));
    }
    AttackerRisk risk = risk(GAUSSIAN.poissonSampled(q).times(2));
    Enclosure found = risk.except(power);
    double log = Math.log(power / alarms);
    assertTrue(found.lower() <= log + 1e-7 && found.upper() >= log - 1e-7, found + " " + log);
    assertTrue(found.width() <= 1e-6, found::toString);
  }

  /** No neighbours are known that attain a bound by divergences, so no lower end is. */
  @Test
  void theOddsOfABoundHaveNoLowerEnd() {
    AttackerRisk risk = risk(new ZcdpEvent(0.01, 0, ADD_OR_REMOVE));
    assertEquals(0, risk.except(1e-5).lower());
    assertTrue(risk.except(1e-5).upper() < Double.POSITIVE_INFINITY);
    assertEquals(Enclosure.ZERO, risk(DpEvent.pure(0, ADD_OR_REMOVE)).except(1e-5));
    assertEquals(Math.log(3), risk(DpEvent.pure(Math.log(3), ADD_OR_REMOVE)).except(1e-9).upper());
  }

  /** The largest mu over points of the profile, far more points than the search evaluates. */
  @Test
  void theLeastGaussianIsAboveTheProfileAndTouchesIt() {
    DpEvent run = GAUSSIAN.poissonSampled(0.3);
    AttackerRisk.GaussianFit fit = risk(run).gaussian(1e-9).orElseThrow();
    double largest = 0;
    double gained = 0;
    TightestBound bound = TightestBound.of(run, ADD_OR_REMOVE);
    for (double epsilon = 0; bound.delta(epsilon).value().upper() > 1e-9; epsilon += 0.01) {
      double delta = bound.delta(epsilon).value().midpoint();
      largest = Math.max(largest, GaussianMechanism.mu(epsilon, delta).midpoint());
      double more = GaussianMechanism.delta(fit.mu().upper(), epsilon).midpoint() - delta;
      gained = Math.max(gained, more / (1 + Math.exp(epsilon)));
    }
    assertTrue(fit.mu().upper() >= largest && fit.mu().lower() <= largest * 1.001, fit::toString);
    assertTrue(fit.mu().width() <= 1e-3 * largest, fit::toString);
    assertTrue(fit.regret().upper() >= gained, fit::toString);
    assertTrue(fit.regret().lower() <= gained + 1e-7, fit::toString);
    assertTrue(fit.regret().width() <= 1e-4, fit::toString);
  }

  /** A rare kink is inside a cell: a chord extended to below 0 must not be cut off there. */
  @Test
  void theRegretHoldsBetweenKinks() {
    DpEvent common = DpEvent.parse("randomized-response(0.6)", ADD_OR_REMOVE);
    DpEvent rare =
        DpEvent.parse("poisson(0.01, randomized-response(0.9990889488055994))", ADD_OR_REMOVE);
    DpEvent both = DpEvent.parse(common.describe() + " then " + rare.describe(), ADD_OR_REMOVE);
    AttackerRisk.GaussianFit fit = risk(both).gaussian(1e-10).orElseThrow();
    // Outputs by hand: the answer of the first mechanism, and the second's on the sample.
    double truth = 0.9990889488055994;
    double sampled = 0.01 * truth + 0.99 * (1 - truth);
    double[][] p = {{0.6, 0.4}, {sampled, 1 - sampled}};
    double[][] q = {{0.4, 0.6}, {1 - truth, truth}};
    for (double epsilon = 0; epsilon < 3; epsilon += 0.0005) {
      double delta = 0;
      double other = 0;
      for (int i = 0; i < 4; i++) {
        double first = p[0][i / 2] * p[1][i % 2];
        double second = q[0][i / 2] * q[1][i % 2];
        delta += Math.max(0, first - Math.exp(epsilon) * second);
        other += Math.max(0, second - Math.exp(epsilon) * first);
      }
      double more =
          GaussianMechanism.delta(fit.mu().upper(), epsilon).midpoint() - Math.max(delta, other);
      double gained = more / (1 + Math.exp(epsilon));
      double at = epsilon;
      assertTrue(
          fit.regret().upper() >= gained - 1e-12, () -> fit + " misses " + gained + " at " + at);
    }
  }

  @Test
  void theGaussianOfAGaussianIsItself() {
    AttackerRisk.GaussianFit fit = risk(GAUSSIAN).gaussian(1e-10).orElseThrow();
    assertNear(1, fit.mu(), 1e-6);
    assertEquals(0, fit.regret().lower(), 1e-12);
    assertTrue(risk(new ApproximateEvent(1, 1e-5, ADD_OR_REMOVE)).gaussian(1e-6).isEmpty());
  }

  @Test
  void oneIsNoRateAndNoPrior() {
    assertThrows(IllegalArgumentException.class, () -> risk(GAUSSIAN).truePositiveRate(1, EITHER));
    assertThrows(IllegalArgumentException.class, () -> risk(GAUSSIAN).success(0, EITHER));
    assertThrows(IllegalArgumentException.class, () -> risk(GAUSSIAN).except(Double.NaN));
  }

  /** The power of the best test of one finite distribution against another, at a type I error. */
  private static Fraction power(List<Fraction> q, List<Fraction> p, Fraction alpha) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < q.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparing((Integer i) -> p.get(i).over(q.get(i))).reversed());
    Fraction left = alpha;
    Fraction power = Fraction.of(0, 1);
    for (int i : order) {
      boolean whole = q.get(i).compareTo(left) <= 0;
      Fraction share = whole ? Fraction.of(1, 1) : left.over(q.get(i));
      power = power.plus(share.times(p.get(i)));
      left = left.plus(share.times(q.get(i)).times(Fraction.of(-1, 1)));
    }
    return power;
  }

  private static List<Fraction> product(Fraction[] once, int times) {
    List<Fraction> all = List.of(Fraction.of(1, 1));
    for (int i = 0; i < times; i++) {
      List<Fraction> longer = new ArrayList<>();
      all.forEach(
          one -> {
            for (Fraction next : once) {
              longer.add(one.times(next));
            }
          });
      all = longer;
    }
    return all;
  }

  private record Fraction(BigInteger top, BigInteger bottom) implements Comparable<Fraction> {
    static Fraction of(long top, long bottom) {
      return new Fraction(BigInteger.valueOf(top), BigInteger.valueOf(bottom));
    }

    Fraction plus(Fraction other) {
      return new Fraction(
          top.multiply(other.bottom).add(other.top.multiply(bottom)),
          bottom.multiply(other.bottom));
    }

    Fraction times(Fraction other) {
      return new Fraction(top.multiply(other.top), bottom.multiply(other.bottom));
    }

    Fraction over(Fraction other) {
      return new Fraction(top.multiply(other.bottom), bottom.multiply(other.top));
    }

    double value() {
      return new java.math.BigDecimal(top)
          .divide(new java.math.BigDecimal(bottom), java.math.MathContext.DECIMAL64)
          .doubleValue();
    }

    @Override
    public int compareTo(Fraction other) {
      return top.multiply(other.bottom).compareTo(other.top.multiply(bottom));
    }
  }
}
