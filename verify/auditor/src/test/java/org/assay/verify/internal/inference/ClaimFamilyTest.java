package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

class ClaimFamilyTest {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.ADD_OR_REMOVE;

  @Test
  void claimsOfOneNumberVaryIt() {
    isFamily("epsilon", new Guarantee.Pure(2, ADJACENCY), new Guarantee.Pure(3, ADJACENCY));
    isFamily(
        "epsilon at delta 1.0E-5",
        new Guarantee.Approximate(2, 1e-5, ADJACENCY),
        new Guarantee.Approximate(3, 1e-5, ADJACENCY));
    isFamily("mu", new Guarantee.Gaussian(2, ADJACENCY), new Guarantee.Gaussian(3, ADJACENCY));
    isFamily(
        "rho",
        new Guarantee.ZeroConcentrated(2, ADJACENCY),
        new Guarantee.ZeroConcentrated(3, ADJACENCY));
  }

  @Test
  void renyiBoundsAreScaledTogether() {
    ClaimFamily family = ClaimFamily.of(new Guarantee.Renyi(map(2, 0.5, 8, 3), ADJACENCY));
    assertEquals("scale of the Rényi bounds", family.currency());
    assertEquals(1, family.claimed());
    assertEquals(new Guarantee.Renyi(map(2, 1, 8, 6), ADJACENCY), family.at(2));
    assertEquals(new Guarantee.Renyi(map(2, 0, 8, 0), ADJACENCY), family.at(0));
  }

  @Test
  void epsilonsOfProfilesAreScaledTogether() {
    ClaimFamily family = ClaimFamily.of(new Guarantee.Profile(map(1, 0.25, 4, 0.125), ADJACENCY));
    assertEquals("scale of the claimed epsilons", family.currency());
    assertEquals(1, family.claimed());
    assertEquals(new Guarantee.Profile(map(2, 0.25, 8, 0.125), ADJACENCY), family.at(2));
    // At scale 0 all points are at epsilon 0, where the smallest delta says most.
    assertEquals(new Guarantee.Profile(map(0, 0.125), ADJACENCY), family.at(0));
  }

  /** Otherwise a refuted point at epsilon 0 would refute every scale. */
  @Test
  void deltasAtNoEpsilonAreScaledInstead() {
    ClaimFamily family = ClaimFamily.of(new Guarantee.Profile(map(0, 0.25, 1, 0.125), ADJACENCY));
    assertEquals(new Guarantee.Profile(map(0, 0.25, 1, 0.125), ADJACENCY), family.at(1));
    assertEquals(new Guarantee.Profile(map(0, 0.5, 2, 0.125), ADJACENCY), family.at(2));
    assertEquals(new Guarantee.Profile(map(0, 0.125, 0.5, 0.125), ADJACENCY), family.at(0.5));
    assertEquals(new Guarantee.Profile(map(0, 1, 8, 0.125), ADJACENCY), family.at(8));
  }

  private static BigDecimal exactly(double value) {
    return new BigDecimal(value);
  }

  /** A member of scale s may promise less than s times the claim, and never more. */
  @Test
  void scaledClaimsAreRoundedTowardsWhatIsEasierToKeep() {
    ClaimFamily renyi = ClaimFamily.of(new Guarantee.Renyi(map(2, 0.3), ADJACENCY));
    ClaimFamily profile = ClaimFamily.of(new Guarantee.Profile(map(0.3, 0.1), ADJACENCY));
    ClaimFamily curve = ClaimFamily.of(new Guarantee.Tradeoff(map(0, 0.9, 0.3, 0.5), ADJACENCY));
    for (double scale : new double[] {0.7, 1.1, 1.3, 1.7, 1.9, 2.3}) {
      BigDecimal exact = exactly(scale).multiply(exactly(0.3));
      double order = ((Guarantee.Renyi) renyi.at(scale)).epsilonByOrder().firstEntry().getValue();
      assertTrue(exactly(order).compareTo(exact) >= 0, scale + ": " + order);
      double epsilon = ((Guarantee.Profile) profile.at(scale)).deltaByEpsilon().firstKey();
      assertTrue(exactly(epsilon).compareTo(exact) >= 0, scale + ": " + epsilon);
      double beta =
          ((Guarantee.Tradeoff) curve.at(scale)).typeTwoByTypeOne().lastEntry().getValue();
      BigDecimal left = BigDecimal.ONE.subtract(exactly(0.3));
      BigDecimal low = left.subtract(exactly(scale).multiply(left.subtract(exactly(0.5))));
      assertTrue(exactly(beta).compareTo(low) <= 0, scale + ": " + beta);
    }
  }

  @Test
  void tradeoffCurvesAreScaledFromBlindGuessing() {
    Guarantee.Tradeoff claim = new Guarantee.Tradeoff(map(0, 0.75, 0.25, 0.25, 1, 0), ADJACENCY);
    ClaimFamily family = ClaimFamily.of(claim);
    assertEquals("scale of the claimed advantage over guessing", family.currency());
    assertEquals(1, family.claimed());
    assertEquals(claim, family.at(1));
    // Advantages 0.25 and 0.5 over errors 1 and 0.75 of guessing, halved, doubled (to no less than
    // certainty) and removed.
    assertEquals(new Guarantee.Tradeoff(map(0, 0.875, 0.25, 0.5, 1, 0), ADJACENCY), family.at(0.5));
    assertEquals(new Guarantee.Tradeoff(map(0, 0.5, 0.25, 0, 1, 0), ADJACENCY), family.at(2));
    assertEquals(new Guarantee.Tradeoff(map(0, 1, 0.25, 0.75, 1, 0), ADJACENCY), family.at(0));
  }

  @Test
  void theGridOfNothingIsAbsolute() {
    double[] grid = ClaimFamily.of(new Guarantee.Pure(0, ADJACENCY)).grid();
    assertEquals(0, grid[0]);
    assertEquals(10, grid[grid.length - 1]);
    grid[0] = 7;
    assertEquals(0, ClaimFamily.of(new Guarantee.Pure(0, ADJACENCY)).grid()[0]);
  }

  /** Twentieths up to the claim, steps of 10% to about three times, of 50% to below 100 times. */
  @Test
  void theGridIsFineWhereItMatters() {
    double[] grid = ClaimFamily.of(new Guarantee.Gaussian(2, ADJACENCY)).grid();
    double[] below = new double[20];
    for (int i = 0; i < 20; i++) {
      below[i] = 0.1 * (i + 1);
    }
    assertArrayEquals(below, Arrays.copyOf(grid, 20), 1e-12);
    for (int i = 20; i < grid.length; i++) {
      assertEquals(grid[i - 1] < 6 ? 1.1 : 1.5, grid[i] / grid[i - 1], 1e-12);
    }
    double largest = grid[grid.length - 1];
    assertTrue(largest <= 200 && largest * 1.5 > 200);
  }

  private static void isFamily(String currency, Guarantee two, Guarantee three) {
    ClaimFamily family = ClaimFamily.of(two);
    assertEquals(currency, family.currency());
    assertEquals(2, family.claimed());
    assertEquals(two, family.at(2));
    assertEquals(three, family.at(3));
  }

  private static NavigableMap<Double, Double> map(double... entries) {
    NavigableMap<Double, Double> map = new TreeMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      map.put(entries[i], entries[i + 1]);
    }
    return map;
  }
}
