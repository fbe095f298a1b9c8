package org.assay.verify.replay;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.verify.replay.ReplaySession.CostAccount.IsPure;
import org.junit.jupiter.api.Test;

class IsPureTest {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);
  private static final DpEvent LAPLACE = DpEvent.laplace(1, UNIT);
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1, UNIT);

  private static DpEvent coin(double delta) {
    return new ApproximateEvent(1, delta, ADD_OR_REMOVE);
  }

  @Test
  void noiseWithAnEpsilonIsPure() {
    assertTrue(IsPure.of(LAPLACE));
    assertTrue(IsPure.of(DpEvent.discreteLaplace(1, UNIT)));
    assertTrue(IsPure.of(DpEvent.randomizedResponse(0.75, ADD_OR_REMOVE)));
    assertTrue(IsPure.of(coin(0)));
  }

  @Test
  void gaussianNoiseAndDeltasAreNot() {
    assertFalse(IsPure.of(GAUSSIAN));
    assertFalse(IsPure.of(DpEvent.discreteGaussian(1, UNIT)));
    assertFalse(IsPure.of(coin(1e-9)));
  }

  @Test
  void aRunIsAsPureAsItsParts() {
    assertTrue(IsPure.of(DpEvent.sequence(LAPLACE.times(3), coin(0))));
    assertFalse(IsPure.of(DpEvent.sequence(LAPLACE, GAUSSIAN)));
    assertFalse(IsPure.of(GAUSSIAN.times(3)));
    assertFalse(IsPure.of(GAUSSIAN.poissonSampled(0.1).times(2)));
    assertTrue(IsPure.of(LAPLACE.poissonSampled(0.1)));
    assertTrue(IsPure.of(GAUSSIAN.poissonSampled(0)));
  }
}
