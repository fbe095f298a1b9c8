package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

class StepsLossesTest {
  private static final DpEvent STEP = DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE));

  @Test
  void countsReachTheCurve() {
    DpEvent event = DpEvent.sequence(STEP.times(3), STEP).times(4);
    Enclosure epsilon = Steps.of(event, ADD_OR_REMOVE).losses().epsilon(1e-6);
    Enclosure exact = GaussianMechanism.epsilon(1, 1e-6);
    assertTrue(epsilon.lower() <= exact.lower() && exact.upper() <= epsilon.upper());
  }

  @Test
  void replacingDoublesTheSensitivityOfUnsampledNoise() {
    Enclosure epsilon = Steps.of(STEP.times(4), REPLACE_ONE).losses().epsilon(1e-6);
    assertTrue(epsilon.contains(GaussianMechanism.epsilon(1, 1e-6).midpoint()));
  }

  @Test
  void samplingWithProbabilityZeroCostsNothing() {
    PrivacyLossDistribution loss =
        Steps.of(STEP.poissonSampled(0).times(7), ADD_OR_REMOVE).losses();
    assertEquals(Enclosure.ZERO, loss.epsilon(1e-6));
  }

  @Test
  void unknownPartsAreRefusedByName() {
    DpEvent sampled = DpEvent.laplace(4, Sensitivity.unit(REPLACE_ONE)).poissonSampled(0.1);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(sampled, REPLACE_ONE).losses());
    assertThrows(UnsupportedEventException.class, () -> Steps.of(sampled, ADD_OR_REMOVE).losses());
    DpEvent nested = DpEvent.zcdp(0.1, ADD_OR_REMOVE).times(2).poissonSampled(0.1);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(nested, ADD_OR_REMOVE).losses());
    DpEvent replaced = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE)).poissonSampled(0.1);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(replaced, REPLACE_ONE).losses());
  }

  /** Two rounds of randomized response with epsilon 1: both truthful gives 2, one each gives 0. */
  @Test
  void pureMechanismsComposeLikeRandomizedResponse() {
    DpEvent twice = new PureEvent(1, ADD_OR_REMOVE).times(2);
    PrivacyLossDistribution loss = Steps.of(twice, ADD_OR_REMOVE).losses();
    double truth = 1 / (1 + Math.exp(-1));
    double exact = truth * truth - Math.exp(1.5) * (1 - truth) * (1 - truth);
    Enclosure delta = loss.delta(1.5);
    assertTrue(delta.lower() <= exact && exact <= delta.upper(), delta::toString);
    // The truth is 0 from epsilon 2 on; the lattice answers with an absolute error.
    assertTrue(loss.delta(2.0001).upper() < 1e-6);
    assertEquals(exact, delta.midpoint(), 1e-3);
  }

  @Test
  void approximateMechanismsKeepTheirDelta() {
    DpEvent event = new ApproximateEvent(0.5, 1e-4, ADD_OR_REMOVE);
    PrivacyLossDistribution loss = Steps.of(event.times(3), ADD_OR_REMOVE).losses();
    // All three failures are disjoint enough: 1 - (1 - delta)^3 remains at epsilon 1.5.
    double exact = 1 - Math.pow(1 - 1e-4, 3);
    Enclosure delta = loss.delta(1.5001);
    assertTrue(delta.lower() <= exact && exact <= delta.upper(), delta::toString);
    assertEquals(1, delta.upper() / exact, Accuracy.ROUGH.needed());
  }

  @Test
  void laplaceIsTheTightPair() {
    DpEvent event = new LaplaceEvent(2, Sensitivity.unit(ADD_OR_REMOVE));
    Enclosure delta = Steps.of(event, ADD_OR_REMOVE).losses().delta(0.25);
    // 1 - e^((epsilon - 1/scale)/2) for one release.
    double exact = -Math.expm1((0.25 - 0.5) / 2);
    assertTrue(delta.lower() <= exact && exact <= delta.upper(), delta::toString);
    assertEquals(exact, delta.midpoint(), 1e-3);
  }

  @Test
  void unknownLossesAreRefused() {
    DpEvent event = new ZcdpEvent(0.1, 0, ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(event, ADD_OR_REMOVE).losses());
  }
}
