package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/**
 * Cases where no neighbours attain more: a mechanism that moves nothing, a sample that hides equal
 * records.
 */
class AttainedEdgesTest {
  private static MixtureOfGaussiansEvent still(List<Double> sizes, List<Double> weights) {
    return new MixtureOfGaussiansEvent(1, sizes, weights, ADD_OR_REMOVE);
  }

  /** A pure claim of epsilon 1.5 about such noise and Laplace noise of scale 1 is true. */
  @Test
  void noiseThatNobodyMovesHasNoLosses() {
    DpEvent laplace = DpEvent.laplace(1, Sensitivity.unit(ADD_OR_REMOVE));
    for (MixtureOfGaussiansEvent still :
        List.of(still(List.of(0.0), List.of(1.0)), still(List.of(0.0, 1.0), List.of(1.0, 0.0)))) {
      assertEquals(0, Cost.of(still, ADD_OR_REMOVE).pureEpsilonOrInfinity().upper());
      DpEvent both = DpEvent.sequence(still, laplace).times(2);
      assertEquals(2, Cost.of(both, ADD_OR_REMOVE).pureEpsilonOrInfinity().upper(), 1e-12);
      assertTrue(Cost.of(both, ADD_OR_REMOVE).pureEpsilonOrInfinity().lower() <= 2);
    }
    DpEvent moving = still(List.of(0.0, 1.0), List.of(0.5, 0.5));
    assertEquals(
        Double.POSITIVE_INFINITY, Cost.of(moving, ADD_OR_REMOVE).pureEpsilonOrInfinity().lower());
  }

  /** A Poisson sample holds any number of two of three records: these cannot all look the same. */
  @Test
  void samplesOfSamplesAreOnlyBounded() {
    DpEvent noise = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));
    DpEvent nested = noise.poissonSampled(0.5).fixedSizeSampled(2, 3);
    TightestBound.Bound bound = TightestBound.of(nested, REPLACE_ONE).delta(0.5);
    assertFalse(bound.method().exact());
    DpEvent plain = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE)).fixedSizeSampled(2, 3);
    assertTrue(TightestBound.of(plain, REPLACE_ONE).delta(0.5).method().exact());
  }
}
