package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.internal.calculus.BigErrorFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trade-off curves and profiles with closed forms, at their ends and at the range of doubles. */
class TradeoffCurveTest {
  private static final Guarantee LOG_THREE = new Guarantee.Pure(Math.log(3), REPLACE_ONE);

  /** Φ(t - mu) at type I error Φ(-t), to as many digits as the error of Φ(-t) allows. */
  @ParameterizedTest
  @CsvSource({"0.5,1", "-0.5,1", "-2,0.3", "3,2.5", "-6,0.01"})
  void gaussianCurvesEncloseTheErrorFunction(double threshold, double mu) {
    double alpha = BigErrorFunction.normalTail(new BigDecimal(threshold), 40).doubleValue();
    BigDecimal beta =
        BigErrorFunction.normalTail(new BigDecimal(mu).subtract(new BigDecimal(threshold)), 40);
    Enclosure found = TradeoffCurve.gaussian(Enclosure.exact(mu), REPLACE_ONE).at(alpha);
    double slope = Math.exp(Math.abs(mu * threshold)) * 4e-16;
    assertEquals(beta.doubleValue(), found.midpoint(), slope);
    assertTrue(found.width() <= 30 * slope, found::toString);
  }

  /** The corners of (log 3, 1/10): (0, 0.9), (0.225, 0.225), (0.9, 0). */
  @Test
  void approximateCurvesAreTwoLines() {
    TradeoffCurve curve = TradeoffCurve.approximate(Math.log(3), 0.1, REPLACE_ONE);
    assertEquals(0.9, curve.at(0).midpoint(), 2e-16);
    assertEquals(0.6, curve.at(0.1).midpoint(), 1e-15);
    assertEquals(0.225, curve.at(0.225).midpoint(), 1e-15);
    assertEquals(0.1, curve.at(0.6).midpoint(), 1e-15);
    assertEquals(0, curve.at(0.9).upper(), 2e-16);
    assertEquals(Enclosure.ZERO, curve.at(0.95));
    assertEquals(REPLACE_ONE, curve.adjacency());
    assertEquals(ADD_OR_REMOVE, TradeoffCurve.approximate(1, 0, ADD_OR_REMOVE).adjacency());
  }

  @Test
  void guaranteesBecomeTheirClosedForms() {
    assertEquals(0.25, TradeoffCurve.of(LOG_THREE).at(0.25).midpoint(), 1e-15);
    Enclosure gaussian = TradeoffCurve.of(new Guarantee.Gaussian(1, REPLACE_ONE)).at(0.5);
    assertTrue(gaussian.contains(0.15865525393145707) && gaussian.width() < 1e-14);
    Guarantee approximate = new Guarantee.Approximate(0, 0.5, REPLACE_ONE);
    assertEquals(0.25, TradeoffCurve.of(approximate).at(0.25).midpoint(), 1e-15);
  }

  /** {@code 1 - e^(epsilon - log 3)} over {@code 4/3}, its own conjugate. */
  @Test
  void conjugatesOfPureCurves() {
    TradeoffCurve curve = TradeoffCurve.of(LOG_THREE);
    for (double epsilon : new double[] {0, 0.3, 1}) {
      double exact = (1 - Math.exp(epsilon) / 3) * 0.75;
      Enclosure found = curve.delta(epsilon);
      assertEquals(exact, found.midpoint(), 1e-12);
      assertTrue(found.width() < 1e-11 && found.contains(exact), found::toString);
    }
    assertTrue(curve.delta(Math.log(3) + 0.1).upper() < 1e-15);
  }

  /** Above e^700 the profile is bounded by its value there. */
  @Test
  void conjugatesBeyondTheLargestExponent() {
    TradeoffCurve half = TradeoffCurve.approximate(1, 0.5, REPLACE_ONE);
    assertEquals(0.5, half.delta(700).upper(), 1e-12);
    assertTrue(half.delta(700).lower() > 0.49);
    assertEquals(Enclosure.of(0, half.delta(700).upper()), half.delta(701));
  }

  /** The curve of a profile, where its supremum lies at an end. */
  @Test
  void curvesOfProfilesAtTheEnds() {
    TradeoffCurve curve = TradeoffCurve.of(PrivacyProfile.of(LOG_THREE));
    assertEquals(Enclosure.ZERO, curve.at(1));
    assertEquals(0.25, curve.at(0.25).midpoint(), 1e-11);
    assertEquals(0.4, curve.at(0.2).midpoint(), 1e-11);
    Enclosure atZero = curve.at(0);
    assertTrue(atZero.contains(1) && atZero.lower() > 1 - 1e-12, atZero::toString);
    Enclosure tiny = curve.at(1e-320);
    assertTrue(tiny.contains(1) && tiny.lower() > 1 - 1e-12, tiny::toString);
    Enclosure small = curve.at(1e-100);
    assertTrue(small.width() < 1e-11 && small.upper() >= 1 - 1e-15, small::toString);
  }

  /** Errors 1 - t and t²: the inverse of (1 - x)² is 1 - √alpha. */
  @ParameterizedTest
  @CsvSource({"0", "1e-12", "0.01", "0.25", "0.81", "1"})
  void inversesAreProvedOnBothSides(double alpha) {
    TradeoffCurve curve = TradeoffCurve.of(REPLACE_ONE, x -> Enclosure.ONE.minus(x).square());
    Enclosure inverse = curve.inverse().at(alpha);
    double exact = 1 - Math.sqrt(alpha);
    assertEquals(exact, inverse.midpoint(), 1e-15);
    assertTrue(inverse.width() < 1e-15, inverse::toString);
    assertEquals(curve.at(alpha), curve.inverse().inverse().at(alpha));
  }

  /** A curve that falls steeply to a small number: its inverse spans magnitudes. */
  @Test
  void inversesOfSteepCurvesAreFoundFast() {
    int[] calls = new int[1];
    TradeoffCurve curve =
        TradeoffCurve.of(
            REPLACE_ONE,
            x -> {
              calls[0]++;
              return Enclosure.ONE.minus(Enclosure.exact(x).times(1e200)).max(Enclosure.ZERO);
            });
    Enclosure inverse = curve.inverse().at(0.5);
    assertTrue(inverse.contains(0.5e-200) && inverse.relativeWidth() < 1e-15, inverse::toString);
    assertTrue(calls[0] < 320, () -> calls[0] + " evaluations");
    assertEquals(Enclosure.ZERO, curve.inverse().at(1));
  }

  /** From the type II error at 0 on nothing is given up, exactly; just below it something is. */
  @Test
  void inversesEndAtTheErrorAtZero() {
    TradeoffCurve curve =
        TradeoffCurve.of(REPLACE_ONE, x -> Enclosure.ONE.minus(x).times(0.5)).inverse();
    assertEquals(Enclosure.ZERO, curve.at(0.5));
    assertTrue(curve.at(Math.nextDown(0.5)).upper() > 0);
    assertEquals(0.5, curve.at(0.25).midpoint(), 1e-15);
  }

  /**
   * Values given as intervals widen the inverse, at most to the inverses of the interval's ends.
   */
  @Test
  void inversesOfUncertainCurvesAreAsWide() {
    TradeoffCurve curve =
        TradeoffCurve.of(
            REPLACE_ONE,
            x -> Enclosure.ONE.minus(x).plus(Enclosure.of(-0.125, 0)).max(Enclosure.ZERO));
    Enclosure inverse = curve.inverse().at(0.5);
    assertEquals(0.375, inverse.lower(), 1e-15);
    assertEquals(0.5, inverse.upper(), 1e-15);
  }

  @Test
  void valuesAreClippedToWhatATestCanDo() {
    TradeoffCurve curve = TradeoffCurve.of(REPLACE_ONE, x -> Enclosure.of(-1, 5));
    assertEquals(Enclosure.of(0, 0.75), curve.at(0.25));
    assertSame(REPLACE_ONE, curve.inverse().adjacency());
    assertSame(REPLACE_ONE, curve.symmetrized().adjacency());
  }

  @Test
  void infiniteDistancesAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> TradeoffCurve.gaussian(Enclosure.of(-1, 1), REPLACE_ONE));
    assertEquals(Enclosure.ONE, TradeoffCurve.gaussian(Enclosure.ZERO, REPLACE_ONE).at(0));
  }

  /** Closed forms of every kind of guarantee. */
  @Test
  void profilesOfGuarantees() {
    PrivacyProfile pure = PrivacyProfile.of(LOG_THREE);
    assertTrue(pure.delta(0).contains(0.5) && pure.delta(0).width() < 1e-15);
    assertEquals(Enclosure.ZERO, pure.delta(Math.log(3)));
    assertTrue(pure.delta(Math.nextDown(Math.log(3))).upper() > 0);
    PrivacyProfile nothing =
        PrivacyProfile.of(new Guarantee.Approximate(Double.POSITIVE_INFINITY, 0.1, REPLACE_ONE));
    assertEquals(Enclosure.ONE, nothing.delta(3));
    PrivacyProfile perfect = PrivacyProfile.of(new Guarantee.ZeroConcentrated(0, REPLACE_ONE));
    assertEquals(Enclosure.ZERO, perfect.delta(0));
    PrivacyProfile approximate =
        PrivacyProfile.of(new Guarantee.Approximate(Math.log(3), 0.5, REPLACE_ONE));
    assertEquals(0.75, approximate.delta(0).midpoint(), 1e-15);
    PrivacyProfile concentrated =
        PrivacyProfile.of(new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE));
    // The Gaussian with mu 1 attains Φ(1/2) - Φ(-1/2) at epsilon 0.
    assertEquals(0.38292492254802624, concentrated.delta(0).lower(), 1e-14);
    assertTrue(concentrated.delta(0).upper() > 0.4 && concentrated.delta(0).upper() <= 1);
    assertEquals(REPLACE_ONE, pure.adjacency());
  }

  /**
   * Of the curve (1 - x)² and its inverse 1 - √x the inverse is the larger from its crossing on.
   */
  @Test
  void symmetrizedCurvesTakeTheLarger() {
    TradeoffCurve curve = TradeoffCurve.of(REPLACE_ONE, x -> Enclosure.ONE.minus(x).square());
    for (double alpha : new double[] {0.01, 0.2, 0.5, 0.9}) {
      double larger = Math.max((1 - alpha) * (1 - alpha), 1 - Math.sqrt(alpha));
      assertEquals(larger, curve.symmetrized().at(alpha).midpoint(), 1e-14);
    }
  }

  /**
   * Exact curves: touching curves are at least as private, overlapping enclosures decide nothing.
   */
  @Test
  void comparisonsAtExactValues() {
    TradeoffCurve half = exact(0.5);
    TradeoffCurve quarter = exact(0.25);
    TradeoffCurve vague = TradeoffCurve.of(REPLACE_ONE, x -> Enclosure.of(0.25, 0.5));
    assertEquals(TradeoffCurve.Comparison.AT_LEAST_AS_PRIVATE, half.compare(half, 0.25));
    assertEquals(TradeoffCurve.Comparison.AT_LEAST_AS_PRIVATE, half.compare(vague, 0.25));
    assertEquals(TradeoffCurve.Comparison.UNDECIDED, vague.compare(half, 0.25));
    assertEquals(TradeoffCurve.Comparison.LESS_PRIVATE_SOMEWHERE, quarter.compare(half, 0.25, 0.5));
    TradeoffCurve other = TradeoffCurve.of(ADD_OR_REMOVE, x -> Enclosure.ZERO);
    assertThrows(IllegalArgumentException.class, () -> half.compare(other, 0.25));
    assertThrows(IllegalArgumentException.class, () -> half.compare(quarter));
  }

  private static TradeoffCurve exact(double value) {
    return TradeoffCurve.of(REPLACE_ONE, x -> Enclosure.exact(value));
  }

  @Test
  void infiniteEpsilonsGuaranteeNoError() {
    Guarantee nothing = new Guarantee.Approximate(Double.POSITIVE_INFINITY, 0, REPLACE_ONE);
    assertEquals(Enclosure.ZERO, TradeoffCurve.of(nothing).at(0));
    assertEquals(Enclosure.ZERO, TradeoffCurve.of(nothing).at(0.5));
  }

  /** At order 2: log δ = rdp - ε - 2 log 2, and of two orders the better one counts. */
  @Test
  void profilesOfRenyiPoints() {
    NavigableMap<Double, Double> points = new TreeMap<>(Map.of(2.0, 0.5));
    double exact = Math.exp(0.5 - 1 - 2 * Math.log(2));
    Enclosure one = PrivacyProfile.of(new Guarantee.Renyi(points, REPLACE_ONE)).delta(1);
    assertEquals(exact, one.upper(), 1e-14);
    assertEquals(0, one.lower());
    points.put(3.0, 0.5);
    double better = Math.exp(2 * (0.5 - 1) + 3 * Math.log(2.0 / 3) - Math.log(2));
    Enclosure two = PrivacyProfile.of(new Guarantee.Renyi(points, REPLACE_ONE)).delta(1);
    assertEquals(Math.min(exact, better), two.upper(), 1e-14);
    Guarantee weak = new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 50.0)), REPLACE_ONE);
    assertEquals(Enclosure.of(0, 1), PrivacyProfile.of(weak).delta(0));
    assertTrue(TradeoffCurve.of(weak).at(0.5).lower() >= 0);
  }

  /** Between two points of e^epsilon the claimed profile is their chord. */
  @Test
  void profilesOfClaimedPointsAreChords() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(0.0, 0.5);
    points.put(Math.log(3), 0.25);
    PrivacyProfile claimed = PrivacyProfile.of(new Guarantee.Profile(points, REPLACE_ONE));
    assertEquals(0.5, claimed.delta(0).midpoint(), 1e-15);
    assertEquals(0.375, claimed.delta(Math.log(2)).midpoint(), 1e-15);
    assertEquals(0.25, claimed.delta(Math.log(3)).midpoint(), 1e-15);
    assertEquals(Enclosure.exact(0.25), claimed.delta(5));
    NavigableMap<Double, Double> errors = new TreeMap<>(Map.of(0.0, 1.0, 0.25, 0.25, 1.0, 0.0));
    PrivacyProfile curve = PrivacyProfile.of(new Guarantee.Tradeoff(errors, REPLACE_ONE));
    assertEquals(0.5, curve.delta(0).midpoint(), 1e-15);
    assertEquals(0.25, curve.delta(Math.log(2)).midpoint(), 1e-15);
    assertEquals(Enclosure.ZERO, curve.delta(2));
  }

  /** At its own epsilon a point is exact, and points too close for a slope still bound. */
  @Test
  void claimedPointsHoldAtTheirEpsilons() {
    NavigableMap<Double, Double> points = new TreeMap<>(Map.of(1.0, 0.1));
    PrivacyProfile one = PrivacyProfile.of(new Guarantee.Profile(points, REPLACE_ONE));
    assertEquals(Enclosure.exact(0.1), one.delta(1));
    assertTrue(one.delta(Math.nextDown(1.0)).upper() > 0.1);
    NavigableMap<Double, Double> near = new TreeMap<>(Map.of(1e-18, 0.5, 3e-18, 0.25));
    PrivacyProfile close = PrivacyProfile.of(new Guarantee.Profile(near, REPLACE_ONE));
    // The mirror image of the second point gives no larger bound to the left of it either.
    assertEquals(0.25, close.delta(2e-18).midpoint(), 1e-15);
    assertTrue(close.delta(2e-18).lower() <= 0.25);
    assertEquals(Enclosure.exact(0.25), close.delta(3e-18));
  }

  @Test
  void profilesOfGaussiansAreTheirMechanism() {
    PrivacyProfile profile = PrivacyProfile.of(new Guarantee.Gaussian(1, REPLACE_ONE));
    // 2 Φ(1/2) - 1.
    assertEquals(0.38292492254802624, profile.delta(0).midpoint(), 1e-14);
  }

  /** Negative zero is the same number. */
  @Test
  void claimedPointsKnowBothZeros() {
    TreeMap<Double, Double> points = new TreeMap<>(Map.of(0.0, 0.9, 0.5, 0.2));
    TradeoffCurve curve = TradeoffCurve.of(new Guarantee.Tradeoff(points, ADD_OR_REMOVE));
    assertEquals(curve.at(0.0), curve.at(-0.0));
  }
}
