package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

class SupportingLinesTest {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.REPLACE_ONE;

  @Test
  void aPureClaimIsOneLine() {
    List<SupportingLine> lines = SupportingLines.of(new Guarantee.Pure(1, ADJACENCY), 32);
    assertEquals(1, lines.size());
    assertEquals(0, lines.get(0).delta());
    assertTrue(lines.get(0).odds() >= Math.E);
  }

  @Test
  void anApproximateClaimIsOneLine() {
    var claim = new Guarantee.Approximate(1, 1e-5, ADJACENCY);
    List<SupportingLine> lines = SupportingLines.of(claim, 32);
    assertEquals(1, lines.size());
    assertTrue(lines.get(0).delta() >= 1e-5 && lines.get(0).delta() < 1.0001e-5);
  }

  @Test
  void curvedClaimsAreSweptFromFlatToSteep() {
    NavigableMap<Double, Double> orders = new TreeMap<>();
    orders.put(2.0, 0.5);
    orders.put(16.0, 4.0);
    List<Guarantee> claims =
        List.of(
            new Guarantee.Gaussian(1, ADJACENCY),
            new Guarantee.ZeroConcentrated(0.5, ADJACENCY),
            new Guarantee.Renyi(orders, ADJACENCY));
    for (Guarantee claim : claims) {
      List<SupportingLine> lines = SupportingLines.of(claim, 32);
      assertTrue(lines.size() >= 24, claim::describe);
      PrivacyProfile profile = PrivacyProfile.of(claim);
      for (SupportingLine line : lines) {
        assertTrue(line.delta() <= profile.delta(line.epsilon()).upper());
        assertTrue(line.odds() >= Math.exp(line.epsilon()));
      }
      assertTrue(lines.get(lines.size() - 1).delta() <= 1e-8);
    }
  }

  @Test
  void profilesAndTradeoffsAreTheirPointsAndEdges() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(0.0, 0.3);
    points.put(1.0, 0.1);
    points.put(3.0, 1e-4);
    List<SupportingLine> lines = SupportingLines.of(new Guarantee.Profile(points, ADJACENCY), 32);
    assertEquals(List.of(0.0, 1.0, 3.0), lines.stream().map(SupportingLine::epsilon).toList());
    assertEquals(List.of(0.3, 0.1, 1e-4), lines.stream().map(SupportingLine::delta).toList());

    // The curve of (log 3, 0.1): max(0, 0.9 - 3 alpha, (0.9 - alpha)/3).
    NavigableMap<Double, Double> corners = new TreeMap<>();
    corners.put(0.0, 0.9);
    corners.put(0.225, 0.225);
    corners.put(0.9, 0.0);
    lines = SupportingLines.of(new Guarantee.Tradeoff(corners, ADJACENCY), 32);
    SupportingLine steepest = lines.get(lines.size() - 1);
    assertEquals(Math.log(3), steepest.epsilon(), 1e-12);
    assertEquals(0.1, steepest.delta(), 1e-12);
    assertTrue(steepest.delta() >= 0.1);
  }

  @Test
  void manyPointsAreThinned() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    for (int i = 0; i <= 100; i++) {
      points.put(i / 10.0, Math.exp(-i / 10.0) / 2);
    }
    List<SupportingLine> lines = SupportingLines.of(new Guarantee.Profile(points, ADJACENCY), 6);
    assertEquals(6, lines.size());
    assertEquals(0, lines.get(0).epsilon());
    assertEquals(10, lines.get(5).epsilon());
  }

  @Test
  void aClaimOfNothingIsRefused() {
    var infinite = new Guarantee.Approximate(Double.POSITIVE_INFINITY, 0.1, ADJACENCY);
    assertThrows(IllegalArgumentException.class, () -> SupportingLines.of(infinite, 32));
    var certain = new Guarantee.Approximate(1, 1, ADJACENCY);
    assertThrows(IllegalArgumentException.class, () -> SupportingLines.of(certain, 32));
  }

  @Test
  void aTangentAloneIsNoEnvelope() {
    Guarantee claim = new Guarantee.Gaussian(1, ADJACENCY);
    assertEquals(2, SupportingLines.of(claim, 2).size());
    assertThrows(IllegalArgumentException.class, () -> SupportingLines.of(claim, 1));
  }

  @Test
  void slopesEndWhereOddsWouldOverflow() {
    assertEquals(1, SupportingLines.of(new Guarantee.Pure(300, ADJACENCY), 8).size());
    var steeper = new Guarantee.Pure(Math.nextUp(300.0), ADJACENCY);
    assertEquals(List.of(), SupportingLines.ifAny(steeper, 8));
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(1.0, 0.1);
    points.put(300.0, 0.01);
    points.put(Math.nextUp(300.0), 0.001);
    List<SupportingLine> lines = SupportingLines.of(new Guarantee.Profile(points, ADJACENCY), 8);
    assertEquals(List.of(1.0, 300.0), lines.stream().map(SupportingLine::epsilon).toList());
  }

  /** At most a 32nd of the next power of two beyond the smallest epsilon that leaves 1e-9. */
  @Test
  void rangesEndWhereLittleIsLeft() {
    for (double mu : new double[] {1e-3, 0.05, 0.3, 1, 3, 10}) {
      PrivacyProfile profile = PrivacyProfile.of(new Guarantee.Gaussian(mu, ADJACENCY));
      double largest = SupportingLines.largestUseful(profile);
      double spacing = Math.pow(2, Math.ceil(Math.log(largest) / Math.log(2))) / 32;
      assertTrue(profile.delta(largest).upper() <= 1e-9, "mu " + mu);
      assertTrue(profile.delta(largest - spacing).upper() > 1e-9, "mu " + mu);
      assertEquals(0, largest % spacing, "mu " + mu);
    }
  }

  @Test
  void rangesAreBounded() {
    // A billionth is little, the next double is not.
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(0.5, 1.0);
    points.put(1.0, 1e-9);
    var little = PrivacyProfile.of(new Guarantee.Profile(points, ADJACENCY));
    assertEquals(1, SupportingLines.largestUseful(little));
    var huge = PrivacyProfile.of(new Guarantee.Gaussian(40, ADJACENCY));
    assertEquals(300, SupportingLines.largestUseful(huge));
    // From 1 by halves to the first power of two below 1e-6, of which four bisections leave
    // 17/32.
    var none = PrivacyProfile.of(new Guarantee.Gaussian(0, ADJACENCY));
    assertEquals(0x1p-20 * 17 / 32, SupportingLines.largestUseful(none));
  }

  @Test
  void familiesContainTheirClaim() {
    NavigableMap<Double, Double> points = new TreeMap<>();
    points.put(0.0, 0.3);
    points.put(1.0, 0.1);
    NavigableMap<Double, Double> errors = new TreeMap<>();
    errors.put(0.0, 0.9);
    errors.put(0.3, 0.4);
    for (Guarantee claim :
        List.of(
            new Guarantee.ZeroConcentrated(0.3, ADJACENCY),
            new Guarantee.Pure(0, ADJACENCY),
            new Guarantee.Profile(points, ADJACENCY),
            new Guarantee.Tradeoff(errors, ADJACENCY))) {
      contains(claim);
    }
  }

  private static void contains(Guarantee claim) {
    ClaimFamily family = ClaimFamily.of(claim);
    assertEquals(claim, family.at(family.claimed()));
    double previous = -1;
    boolean found = false;
    for (double value : family.grid()) {
      assertTrue(value > previous);
      found |= value == family.claimed();
      previous = value;
    }
    assertTrue(found);
  }
}
