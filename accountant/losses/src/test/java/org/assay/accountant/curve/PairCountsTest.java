package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Several pairs as one pair, to which sampling theorems apply. */
class PairCountsTest {
  private static final OrderedPair SMALL = new GaussianPair(Enclosure.exact(0.5));
  private static final OrderedPair LARGE = new GaussianPair(Enclosure.exact(1));

  /** {@code mu² = 3 · 0.25 + 1}, and everything with probability {@code 1 - 0.99² · 0.999}. */
  private static final double MU = Math.sqrt(1.75);

  private static final double REVEALED = 1 - 0.99 * 0.99 * 0.999;

  private static OrderedPair revealing(double delta) {
    return DominatingPairs.approximate(0, delta, ADD_OR_REMOVE).alternatives().get(0).single();
  }

  @Test
  void gaussiansAndChancesToRevealEverythingAreOnePairExactly() {
    PairCounts all =
        new PairCounts(Map.of(SMALL, 3L, LARGE, 1L, revealing(0.01), 2L, revealing(0.001), 1L));
    OrderedPair one = all.asOne(Optional.empty(), ADD_OR_REMOVE).single();
    for (OrderedPair order : List.of(one, one.reversed())) {
      for (double epsilon : new double[] {0, 0.3, 2, 9}) {
        double gaussian = GaussianMechanism.delta(MU, epsilon).midpoint();
        double expected = REVEALED + (1 - REVEALED) * gaussian;
        Enclosure found = new DirectProfile(order).delta(epsilon);
        assertEquals(expected, found.upper(), 1e-12);
        assertEquals(expected, found.lower(), 1e-12);
      }
    }
  }

  /** A chance far below the rounding of 1. */
  @Test
  void chanceToRevealEverythingKeepsItsDigits() {
    PairCounts two = new PairCounts(Map.of(SMALL, 1L, revealing(1e-30), 2L));
    OrderedPair one = two.asOne(Optional.empty(), ADD_OR_REMOVE).single();
    Enclosure far = new DirectProfile(one).delta(40);
    assertEquals(2e-30, far.upper(), 1e-38);
    assertEquals(2e-30, far.lower(), 1e-38);
  }

  /** Other pairs are bounded, separately from the probability to reveal everything. */
  @Test
  void otherPairsAreBounded() {
    OrderedPair response =
        DominatingPairs.approximate(1, 0, ADD_OR_REMOVE).alternatives().get(0).single();
    PairCounts all = new PairCounts(Map.of(response, 2L, revealing(0.01), 1L));
    OrderedPair one = all.asOne(Optional.empty(), ADD_OR_REMOVE).single();
    double truth = 1 / (1 + Math.exp(-1));
    double both = truth * truth - Math.exp(0.5) * (1 - truth) * (1 - truth);
    double expected = 0.01 + 0.99 * both;
    Enclosure found = new DirectProfile(one).delta(0.5);
    assertTrue(found.upper() >= expected * (1 - 1e-12), found::toString);
    assertEquals(expected, found.upper(), 2e-3 * expected);
  }
}
