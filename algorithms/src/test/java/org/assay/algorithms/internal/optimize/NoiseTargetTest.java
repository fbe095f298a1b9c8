package org.assay.algorithms.internal.optimize;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.run.TrainingTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calibrated noise spends its target, and no more. */
class NoiseTargetTest {
  private static final double DELTA = 1e-6;

  /** Epsilon falls steeply with mirror descent's noise, and slowly with the others'. */
  @ParameterizedTest
  @ValueSource(strings = {"noisy-mirror-descent", "dp-sgd", "phased-sgd"})
  void nearlyAllOfEpsilonIsSpent(String id) {
    TrainingTask task = new TrainingTask(569, 30, TrainingTask.Labels.SIGNS, 1);
    Guarantee target = new Guarantee.Approximate(3, DELTA, REPLACE_ONE);
    double spent =
        epsilon(TwoFeatures.entry(id).calibrated().setUp(task, target).algorithm().event());
    assertTrue(spent <= 3 && spent >= 0.98 * 3, id + " spends " + spent);
  }

  /** The same of events whose bounds take seconds. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"noisy-sgd", "objective-perturbation", "private-frank-wolfe"})
  void nearlyAllOfEpsilonIsSpentWhereBoundsAreDear(String id) {
    nearlyAllOfEpsilonIsSpent(id);
  }

  private static double epsilon(DpEvent event) {
    return Cost.of(event, REPLACE_ONE)
        .withAccuracy(Cost.CALIBRATION_ACCURACY)
        .epsilon(DELTA)
        .value()
        .upper();
  }

  /** One Gaussian is located to a millionth, whatever the currency. */
  @Test
  void gaussiansAreExact() {
    assertEquals(0.5, NoiseTarget.gaussianMu(new Guarantee.Gaussian(0.5, REPLACE_ONE)), 1e-6);
    assertEquals(1, NoiseTarget.gaussianMu(new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE)), 2e-6);
    double mu = NoiseTarget.gaussianMu(new Guarantee.Approximate(3, DELTA, REPLACE_ONE));
    double spent = epsilon(DpEvent.gaussian(1 / mu, Sensitivity.unit(REPLACE_ONE)));
    assertTrue(spent <= 3 && spent >= 3 * (1 - 1e-5), "spends " + spent);
  }

  /** A record's presence takes less noise than its replacement. */
  @Test
  void refusesAnotherRelationUnlessAskedForIt() {
    Guarantee presence = new Guarantee.Gaussian(1, ADD_OR_REMOVE);
    Sensitivity unit = Sensitivity.unit(ADD_OR_REMOVE);
    refuses(
        "target was Gaussian[mu=1.0, adjacency=add-remove]: it must hold when one record",
        () -> NoiseTarget.smallestNoise(presence, noise -> DpEvent.gaussian(noise, unit)));
    assertEquals(
        1, NoiseTarget.smallestNoiseUnder(presence, noise -> DpEvent.gaussian(noise, unit)), 2e-6);
  }
}
