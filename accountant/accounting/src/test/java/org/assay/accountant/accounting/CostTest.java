package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

class CostTest {
  private static final DpEvent GAUSSIANS =
      DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE)).times(4);
  private static final DpEvent LAPLACES =
      DpEvent.laplace(2, Sensitivity.unit(REPLACE_ONE)).times(3);

  private static Cost cost(DpEvent event) {
    return Cost.of(event, REPLACE_ONE);
  }

  private static void assertEncloses(double expected, Enclosure found) {
    assertTrue(found.contains(expected), found::toString);
    assertTrue(found.relativeWidth() < 1e-12, found::toString);
  }

  /** Four Gaussians with noise of 2 are one with noise of 1. */
  @Test
  void gaussiansInEveryCurrency() {
    Cost cost = cost(GAUSSIANS);
    assertEncloses(1, cost.mu());
    assertEncloses(0.5, cost.rhoByMu());
    assertEncloses(0.5, cost.rho());
    assertEncloses(1.5, cost.renyi().at(3));
    assertEquals(Enclosure.of(0, 0.5), cost.rhoByCurve());
  }

  /** Φ(-1/2) - e Φ(-3/2), and bisection of Balle and Wang's formula. */
  @Test
  void epsilonAndDeltaComeWithTheirMethod() {
    TightestBound.Bound delta = cost(GAUSSIANS).delta(1);
    assertEquals(0.1269367375066439, delta.value().upper(), 1e-14);
    assertEquals(TightestBound.Method.EXACT_GAUSSIAN, delta.method());
    assertEquals(4.3772, cost(GAUSSIANS).epsilon(1e-5).value().upper(), 1e-4);
  }

  @Test
  void pureEpsilonsAddUp() {
    assertEncloses(1.5, cost(LAPLACES).pureEpsilon());
    assertEncloses(1.5, cost(LAPLACES).pureEpsilonOrInfinity());
  }

  @Test
  void whatIsNotKnownToBePureIsRefusedOrInfinite() {
    assertThrows(UnsupportedEventException.class, () -> cost(GAUSSIANS).pureEpsilon());
    assertEquals(
        Enclosure.exact(Double.POSITIVE_INFINITY), cost(GAUSSIANS).pureEpsilonOrInfinity());
  }

  /**
   * A Poisson sample of this step has no known bound when a record is replaced, which is no
   * infinite cost.
   */
  @Test
  void aRelationThatDoesNotFitIsNotAnInfiniteCost() {
    Cost unknown = cost(GAUSSIANS.poissonSampled(0.1));
    assertThrows(UnsupportedEventException.class, unknown::pureEpsilonOrInfinity);
  }

  /** Neighbours need not attain the pair that dominates a step: the lower end is 0. */
  @Test
  void anEpsilonThatIsNotKnownIsNotProvedInfinite() {
    DpEvent added = DpEvent.gaussian(2, Sensitivity.unit(ADD_OR_REMOVE));
    Enclosure anything = Enclosure.of(0, Double.POSITIVE_INFINITY);
    assertEquals(
        anything, Cost.of(DpEvent.zcdp(1, ADD_OR_REMOVE), ADD_OR_REMOVE).pureEpsilonOrInfinity());
    assertEquals(
        Enclosure.ZERO, Cost.of(added.poissonSampled(0), ADD_OR_REMOVE).pureEpsilonOrInfinity());
    assertEquals(
        Enclosure.exact(Double.POSITIVE_INFINITY),
        Cost.of(added, ADD_OR_REMOVE).pureEpsilonOrInfinity());
  }

  /** Gaussians that dominate Laplace noise give larger bounds than its own curve. */
  @Test
  void rhoIsTheSmallerOneOfBothBounds() {
    Cost cost = cost(LAPLACES);
    assertTrue(cost.rhoByCurve().upper() < cost.rhoByMu().lower());
    assertEquals(cost.rhoByCurve().upper(), cost.rho().upper());
    assertEquals(3 * (Math.exp(-0.5) - 0.5), cost.rho().lower(), 1e-11);
  }

  @Test
  void rhoIsKnownWithoutMu() {
    Cost cost = cost(DpEvent.zcdp(0.25, REPLACE_ONE));
    assertThrows(UnsupportedEventException.class, cost::rhoByMu);
    assertThrows(UnsupportedEventException.class, cost::mu);
    assertEquals(Enclosure.of(0, 0.25), cost.rho());
  }

  @Test
  void convolutionsAreAsAccurateAsAsked() {
    DpEvent sampled =
        DpEvent.laplace(2, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(1, 4).times(3);
    TightestBound bound = TightestBound.of(sampled, REPLACE_ONE);
    TightestBound.Bound usual = cost(sampled).epsilon(1e-3);
    assertEquals(bound.epsilon(1e-3), usual);
    TightestBound.Bound fine = cost(sampled).withAccuracy(1e-4).epsilon(1e-3);
    assertEquals(bound.withAccuracy(1e-4).epsilon(1e-3), fine);
    assertNotEquals(usual, fine);
    assertThrows(IllegalArgumentException.class, () -> cost(LAPLACES).withAccuracy(1));
  }
}
