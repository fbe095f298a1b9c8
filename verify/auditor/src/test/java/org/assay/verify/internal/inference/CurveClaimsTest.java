package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

/** A claim made of a curve is 33 points of it, up to the epsilon where it leaves little. */
class CurveClaimsTest {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.REPLACE_ONE;

  @Test
  void profilesGiveTheirUpperEnds() {
    PrivacyProfile profile = PrivacyProfile.of(new Guarantee.Gaussian(1, ADJACENCY));
    Guarantee.Profile claim = CurveClaims.of(profile);
    isSpreadOver(claim, 8, epsilon -> profile.delta(epsilon).upper());
    assertEquals(ADJACENCY, claim.adjacency());
  }

  @Test
  void tradeoffCurvesGiveTheirProfiles() {
    TradeoffCurve curve = TradeoffCurve.approximate(1, 1e-5, ADJACENCY);
    isSpreadOver(CurveClaims.of(curve), 256, epsilon -> curve.delta(epsilon).upper());
  }

  @Test
  void lossDistributionsGiveTheirProfiles() {
    PrivacyLossDistribution losses = PrivacyLossDistribution.randomizedResponse(0.75, ADJACENCY);
    isSpreadOver(CurveClaims.of(losses), 2, epsilon -> losses.delta(epsilon).upper());
  }

  @Test
  void theLastPointIsTheFirstPowerOfTwoThatLeavesLittle() {
    // A billionth is little, the next double is not.
    assertEquals(1, last(profile(0.5, 1, 1, 1e-9)));
    assertEquals(256, last(profile(0.5, 1, 1, Math.nextUp(1e-9))));
  }

  @Test
  void aProfileOfNothingEndsNearZero() {
    NavigableMap<Double, Double> none = new TreeMap<>();
    none.put(0.0, 0.0);
    Guarantee.Profile claim =
        CurveClaims.of(PrivacyProfile.of(new Guarantee.Profile(none, ADJACENCY)));
    assertEquals(0x1p-10, claim.deltaByEpsilon().lastKey());
    assertTrue(claim.deltaByEpsilon().values().stream().allMatch(delta -> delta == 0));
  }

  private static double last(Guarantee claim) {
    return CurveClaims.of(PrivacyProfile.of(claim)).deltaByEpsilon().lastKey();
  }

  private static Guarantee profile(double epsilon, double delta, double further, double rest) {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(epsilon, delta);
    points.put(further, rest);
    return new Guarantee.Profile(points, ADJACENCY);
  }

  private static void isSpreadOver(
      Guarantee.Profile claim, double largest, DoubleUnaryOperator delta) {
    NavigableMap<Double, Double> points = claim.deltaByEpsilon();
    assertEquals(33, points.size());
    assertEquals(0, points.firstKey());
    assertEquals(largest, points.lastKey());
    // Denser towards 0: the middle point is at 0.5^1.5 of the range.
    double middle = points.keySet().stream().skip(16).findFirst().orElseThrow();
    assertEquals(Math.sqrt(0.125) * largest, middle, 1e-12 * largest);
    points.forEach((epsilon, d) -> assertEquals(delta.applyAsDouble(epsilon), d));
  }
}
