package org.assay.ledger.internal.range;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.ledger.internal.range.SecondComputation.GaussianRecheck;
import org.junit.jupiter.api.Test;

/** Gaussians of mu 1 and 2 in sequence, whose mu is √5, against claims just below and above. */
class GaussianRecheckTest {
  private static final DpEvent EVENT =
      DpEvent.sequence(gaussian(1), gaussian(Math.sqrt(0.5)).times(2));

  private static DpEvent gaussian(double noise) {
    return DpEvent.gaussian(noise, Sensitivity.unit(ADD_OR_REMOVE));
  }

  private static void assertRefutedBelow(double truth, DoubleFunction<Guarantee> claim) {
    assertTrue(GaussianRecheck.of(EVENT, claim.apply(truth * (1 - 1e-6))).confirms());
    assertFalse(GaussianRecheck.of(EVENT, claim.apply(truth * (1 + 1e-6))).confirms());
  }

  @Test
  void everyCurrencyTellsALieFromTheTruth() {
    assertRefutedBelow(Math.sqrt(5), mu -> new Guarantee.Gaussian(mu, ADD_OR_REMOVE));
    assertRefutedBelow(2.5, rho -> new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE));
    assertRefutedBelow(
        7.5,
        bound -> new Guarantee.Renyi(new TreeMap<>(Map.of(3.0, bound, 2.0, 5.1)), ADD_OR_REMOVE));
  }

  /** Φ(μ/2 - 1/μ) - e Φ(-μ/2 - 1/μ) at an epsilon of 1. */
  @Test
  void deltasAndEpsilonsAreThoseOfTheProfile() {
    double delta = 0.5890996661501787;
    assertRefutedBelow(
        delta,
        claimed -> new Guarantee.Profile(new TreeMap<>(Map.of(1.0, claimed)), ADD_OR_REMOVE));
    assertRefutedBelow(1, epsilon -> new Guarantee.Approximate(epsilon, delta, ADD_OR_REMOVE));
  }

  @Test
  void aCurrencyWithoutASecondComputationIsRefused() {
    Guarantee curve = new Guarantee.Tradeoff(new TreeMap<>(Map.of(0.0, 0.5)), ADD_OR_REMOVE);
    assertEquals(
        "no second computation in the currency of " + curve,
        assertThrows(IllegalArgumentException.class, () -> GaussianRecheck.of(EVENT, curve))
            .getMessage());
  }
}
