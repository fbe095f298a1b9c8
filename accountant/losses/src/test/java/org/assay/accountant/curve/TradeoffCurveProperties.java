package org.assay.accountant.curve;

import static org.assay.accountant.curve.TradeoffCurve.Comparison.AT_LEAST_AS_PRIVATE;
import static org.assay.accountant.curve.TradeoffCurve.Comparison.LESS_PRIVATE_SOMEWHERE;
import static org.assay.accountant.curve.TradeoffCurve.Comparison.UNDECIDED;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;

/** Properties of every trade-off curve, and its duality with the privacy profile. */
class TradeoffCurveProperties {
  @Provide
  Arbitrary<Guarantee> guarantees() {
    Arbitrary<Double> size = Arbitraries.doubles().between(0.01, 6).ofScale(12);
    return Arbitraries.oneOf(
        size.map(epsilon -> new Guarantee.Pure(epsilon, REPLACE_ONE)),
        size.map(epsilon -> new Guarantee.Approximate(epsilon, 1e-3, REPLACE_ONE)),
        size.map(mu -> new Guarantee.Gaussian(mu, REPLACE_ONE)),
        size.map(rho -> new Guarantee.ZeroConcentrated(rho, REPLACE_ONE)),
        size.map(e -> new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, e, 8.0, 2 * e)), REPLACE_ONE)),
        size.map(TradeoffCurveProperties::steepInOneOrder));
  }

  /** Closed forms, for which both ends are tight. */
  @Provide
  Arbitrary<Guarantee> closedForms() {
    Arbitrary<Double> size = Arbitraries.doubles().between(0.01, 6).ofScale(12);
    return Arbitraries.oneOf(
        size.map(epsilon -> new Guarantee.Pure(epsilon, REPLACE_ONE)),
        size.map(epsilon -> new Guarantee.Approximate(epsilon, 1e-3, REPLACE_ONE)),
        size.map(mu -> new Guarantee.Gaussian(mu, REPLACE_ONE)),
        size.map(TradeoffCurveProperties::steepInOneOrder));
  }

  /** Points on one side of the diagonal, so that the other order gives a larger curve. */
  private static Guarantee steepInOneOrder(double size) {
    double corner = Math.exp(-size);
    return new Guarantee.Tradeoff(
        new TreeMap<>(Map.of(0.0, 0.99, corner / 64, 0.9 * corner, corner / 2, corner / 3)),
        REPLACE_ONE);
  }

  @Property(tries = 100, seed = "20200504")
  void curvesAreConvexFallAndStayBelowTheDiagonal(
      @ForAll("guarantees") Guarantee guarantee,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 0.5) double alpha,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 0.25) double half) {
    TradeoffCurve curve = TradeoffCurve.of(guarantee);
    Enclosure here = curve.at(alpha);
    Enclosure middle = curve.at(alpha + half);
    Enclosure there = curve.at(alpha + 2 * half);
    assertTrue(here.lower() >= 0 && here.upper() <= Math.nextUp(1 - alpha));
    assertTrue(there.lower() <= here.upper());
    // The middle is computed in doubles, hence the slack of the steepest slope at that rounding.
    double slack = 1e-15 / Math.max(alpha, 1e-15);
    assertTrue(middle.lower() <= (here.upper() + there.upper()) / 2 + slack);
  }

  @Property(tries = 100, seed = "20200504")
  void theCurveOfAProfileIsTheClosedForm(
      @ForAll("closedForms") Guarantee guarantee,
      @ForAll @Scale(15) @DoubleRange(min = -12, max = 0) double logAlpha) {
    double alpha = Math.pow(10, logAlpha);
    Enclosure closed = TradeoffCurve.of(guarantee).at(alpha);
    Enclosure found = TradeoffCurve.of(PrivacyProfile.of(guarantee)).at(alpha);
    assertTrue(found.upper() >= closed.lower() && found.lower() <= closed.upper());
    assertTrue(found.width() <= 1e-10, () -> found + " for " + closed);
    assertTrue(closed.width() <= 1e-13, closed::toString);
  }

  @Property(tries = 100, seed = "20200504")
  void theConjugateOfTheCurveIsTheProfile(
      @ForAll("closedForms") Guarantee guarantee,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 8) double epsilon) {
    Enclosure exact = PrivacyProfile.of(guarantee).delta(epsilon);
    Enclosure found = TradeoffCurve.of(guarantee).delta(epsilon);
    assertTrue(found.upper() >= exact.lower() && found.lower() <= exact.upper());
    assertTrue(found.width() <= 1e-10, () -> found + " for " + exact);
  }

  /** From profile to curve to profile, where delta is known to lie between two bounds. */
  @Tag("slow")
  @Property(tries = 10, seed = "20200504")
  void roundTripsContainWhatTheyStartedFrom(
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 3) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 4) double epsilon) {
    PrivacyProfile profile = PrivacyProfile.of(new Guarantee.Gaussian(mu, REPLACE_ONE));
    Enclosure back = TradeoffCurve.of(profile).delta(epsilon);
    Enclosure exact = GaussianMechanism.delta(mu, epsilon);
    assertTrue(back.upper() >= exact.lower() && back.lower() <= exact.upper());
    assertTrue(back.width() <= 1e-9, () -> back + " for " + exact);
  }

  /** A weaker statement gives a smaller curve: zero-concentrated against the Gaussian it covers. */
  @Property(tries = 20, seed = "20200504")
  void whatAGuaranteeCoversIsAtLeastAsPrivate(
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 3) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.9) double alpha) {
    double rho = Math.nextUp(mu * mu / 2);
    Enclosure covered =
        TradeoffCurve.of(new Guarantee.ZeroConcentrated(rho, REPLACE_ONE)).at(alpha);
    Enclosure gaussian = TradeoffCurve.gaussian(Enclosure.exact(mu), REPLACE_ONE).at(alpha);
    assertTrue(covered.lower() <= gaussian.upper());
    // The lower end is a guarantee, and not the trivial one.
    assertTrue(covered.lower() > 0, covered::toString);
  }

  /** Φ(-mu/2) where type I and type II error agree; 30 digits from independent software. */
  @Example
  void gaussianCurveAtKnownPoints() {
    TradeoffCurve curve = TradeoffCurve.gaussian(Enclosure.ONE, REPLACE_ONE);
    double fixedPoint = 0.30853753872598690;
    assertEquals(fixedPoint, curve.at(fixedPoint).midpoint(), 1e-15);
    // Φ(-1) at 1/2.
    assertTrue(curve.at(0.5).contains(new BigDecimal("0.158655253931457051414767454368")));
    assertEquals(Enclosure.ONE, curve.at(0));
    assertEquals(Enclosure.ZERO, curve.at(1));
    assertEquals(
        0.75, TradeoffCurve.gaussian(Enclosure.ZERO, REPLACE_ONE).at(0.25).midpoint(), 1e-14);
    assertTrue(curve.at(1e-300).lower() > 0.999);
  }

  @Example
  void infiniteEpsilonStatesNothing() {
    TradeoffCurve nothing = TradeoffCurve.approximate(Double.POSITIVE_INFINITY, 0.1, REPLACE_ONE);
    assertEquals(Enclosure.ZERO, nothing.at(0));
    assertEquals(0.9, TradeoffCurve.approximate(2000, 0.1, REPLACE_ONE).at(0).midpoint(), 1e-15);
    assertEquals(0, TradeoffCurve.approximate(2000, 0.1, REPLACE_ONE).at(0.5).lower());
  }

  /** One direction of randomized response with a side outcome: a curve that is not symmetric. */
  @Property(tries = 50, seed = "20200504")
  void inversesSwapTheErrors(@ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double alpha) {
    // Null uniform on [0, 1], alternative with density 2x: rejecting above t has errors 1 - t, t².
    TradeoffCurve curve = TradeoffCurve.of(REPLACE_ONE, x -> Enclosure.ONE.minus(x).square());
    Enclosure root = Enclosure.ONE.minus(Enclosure.exact(alpha).sqrt());
    Enclosure inverse = curve.inverse().at(alpha);
    assertTrue(inverse.lower() <= root.upper() && inverse.upper() >= root.lower());
    assertTrue(inverse.width() <= 1e-7, inverse::toString);
    assertEquals(curve.at(alpha), curve.inverse().inverse().at(alpha));
    Enclosure larger = curve.symmetrized().at(alpha);
    assertEquals(Math.max(curve.at(alpha).lower(), inverse.lower()), larger.lower());
    assertEquals(larger, curve.symmetrized().inverse().at(alpha));
  }

  @Example
  void comparisonsSayNoMoreThanTheyProve() {
    TradeoffCurve near = TradeoffCurve.gaussian(Enclosure.ONE, REPLACE_ONE);
    TradeoffCurve far = TradeoffCurve.gaussian(Enclosure.exact(2), REPLACE_ONE);
    assertEquals(AT_LEAST_AS_PRIVATE, near.compare(far, 0.01, 0.5, 0.9));
    assertEquals(LESS_PRIVATE_SOMEWHERE, far.compare(near, 0.01, 0.5, 0.9));
    assertEquals(UNDECIDED, near.compare(near, 0.1));
    // Crossing curves.
    TradeoffCurve pure = TradeoffCurve.approximate(1, 0, REPLACE_ONE);
    assertEquals(LESS_PRIVATE_SOMEWHERE, pure.compare(near, 1e-6, 0.3));
    assertEquals(AT_LEAST_AS_PRIVATE, pure.compare(near, 1e-6));
    TradeoffCurve other = TradeoffCurve.approximate(1, 0, ADD_OR_REMOVE);
    assertThrows(IllegalArgumentException.class, () -> pure.compare(other, 0.1));
    assertThrows(IllegalArgumentException.class, () -> pure.compare(near));
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    TradeoffCurve curve = TradeoffCurve.gaussian(Enclosure.ONE, REPLACE_ONE);
    for (double bad : new double[] {Double.NaN, -0.1, 1.1, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> curve.at(bad));
    }
    for (double bad : new double[] {Double.NaN, -0.1, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> curve.delta(bad));
    }
    Enclosure infinite = Enclosure.of(1, Double.POSITIVE_INFINITY);
    assertThrows(
        IllegalArgumentException.class, () -> TradeoffCurve.gaussian(infinite, REPLACE_ONE));
  }
}
