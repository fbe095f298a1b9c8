package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/** Every form of the profile of one Gaussian mechanism gives the same answers. */
class QuestionTest {
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1, Sensitivity.unit(ADD_OR_REMOVE));
  private static final Question EPSILON = new Question.EpsilonAt(1e-5, Accuracy.of(1e-3));
  private static final Question DELTA = new Question.DeltaAt(1, Accuracy.of(1e-3));

  @Test
  void closedFormsAreThoseOfTheMechanism() {
    assertEquals(GaussianMechanism.epsilon(1, 1e-5), EPSILON.ofGaussian(1));
    assertEquals(GaussianMechanism.delta(1, 1), DELTA.ofGaussian(1));
    // Without a shift nothing is lost.
    assertEquals(Enclosure.ZERO, EPSILON.ofGaussian(0));
    assertEquals(0, DELTA.ofGaussian(0).upper());
  }

  /** At its own epsilon a pure guarantee needs no delta; below it, any delta may be needed. */
  @Test
  void pureEpsilonsAreLimits() {
    assertEquals(2, EPSILON.ofPure(2));
    assertEquals(0, DELTA.ofPure(1));
    assertEquals(1, DELTA.ofPure(Math.nextUp(1.0)));
  }

  @Test
  void compositionsAgree() {
    var gaussian = GaussianComposition.under(ADD_OR_REMOVE).withGaussian(Enclosure.ONE);
    MixedComposition composition = MixedComposition.of(gaussian);
    assertEquals(EPSILON.ofGaussian(1).midpoint(), EPSILON.of(composition).midpoint(), 1e-9);
    assertEquals(DELTA.ofGaussian(1).midpoint(), DELTA.of(composition).midpoint(), 1e-12);
  }

  @Test
  void convolutionsAgreeToTheAccuracy() {
    var losses = PrivacyLossDistribution.gaussian(Enclosure.ONE, ADD_OR_REMOVE);
    Enclosure epsilon = EPSILON.of(losses);
    assertTrue(epsilon.contains(EPSILON.ofGaussian(1)), epsilon::toString);
    assertTrue(epsilon.relativeWidth() <= 2e-3, epsilon::toString);
    Enclosure delta = DELTA.of(losses);
    assertTrue(delta.contains(DELTA.ofGaussian(1)), delta::toString);
    assertTrue(delta.relativeWidth() <= 2e-3, delta::toString);
  }

  @Test
  void accountantsGiveTheirConversion() {
    Accountant accountant = Accountant.rdp(ADD_OR_REMOVE).compose(GAUSSIAN);
    assertEquals(accountant.epsilonAt(1e-5), EPSILON.of(accountant));
    assertEquals(accountant.deltaAt(1), DELTA.of(accountant));
    assertTrue(DELTA.of(accountant).upper() > DELTA.ofGaussian(1).upper());
  }
}
