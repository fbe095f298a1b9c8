package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

class WalkEstimateTest {
  /** One walk drifts and the other does not: by itself, each would be rescaled in its own way. */
  @Test
  void rescalesBothWalksAlike() {
    NoisySgd settings =
        Settings.of(
            400, 0.125, 9, 9, 20_000, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.ADD_OR_REMOVE);
    WalkLowerBound estimate = WalkLowerBound.estimate(RandomWalk.centred(settings));
    assertEquals(estimate.left().width(), estimate.right().width());
    assertEquals(estimate.left().bins(), estimate.right().bins());
    assertTrue(estimate.renyi(2).value() > 0);
  }
}
