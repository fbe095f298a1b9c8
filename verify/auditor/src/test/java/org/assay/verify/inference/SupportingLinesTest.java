package org.assay.verify.inference;

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
        assertEquals(profile.delta(line.epsilon()).upper(), line.delta());
        assertTrue(line.odds() >= Math.exp(line.epsilon()));
      }
      assertTrue(lines.get(lines.size() - 1).delta() <= 1e-8);
    }
  }

  @Test
  void aClaimOfNothingIsRefused() {
    var infinite = new Guarantee.Approximate(Double.POSITIVE_INFINITY, 0.1, ADJACENCY);
    assertThrows(IllegalArgumentException.class, () -> SupportingLines.of(infinite, 32));
    var certain = new Guarantee.Approximate(1, 1, ADJACENCY);
    assertThrows(IllegalArgumentException.class, () -> SupportingLines.of(certain, 32));
  }

  @Test
  void familiesContainTheirClaim() {
    Guarantee claim = new Guarantee.ZeroConcentrated(0.3, ADJACENCY);
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
