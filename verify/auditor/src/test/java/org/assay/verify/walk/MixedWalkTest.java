package org.assay.verify.walk;

import static org.assay.accountant.event.NoisySgdSampling.CYCLIC;
import static org.assay.accountant.event.NoisySgdSampling.FULL_BATCH;
import static org.assay.accountant.event.NoisySgdSampling.POISSON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixedWalkTest {
  /** The walk itself, followed to its end, loses at least as much, and hardly more. */
  @ParameterizedTest
  @ValueSource(longs = {2000, 2001, 5000})
  void boundsLongerWalks(long steps) {
    for (NoisySgdSampling sampling : new NoisySgdSampling[] {FULL_BATCH, CYCLIC}) {
      long batch = sampling == FULL_BATCH ? 6 : 2;
      NoisySgd settings =
          Settings.of(5, 0.3, 6, batch, steps, sampling, AdjacencyRelation.REPLACE_ONE);
      RandomWalk walk = new RandomWalk(settings, 0, 0.05);
      assertTrue(MixedWalk.shortened(settings).steps() < steps);
      MixedWalk mixed = MixedWalk.of(walk);
      WalkLowerBound bound = WalkLowerBound.of(walk);
      LawPair whole = MixedWalk.projected(bound.left(), bound.right());
      // Rounding of so many steps is part of the bound.
      double slack = 1e-8;
      for (double order : new double[] {1.5, 2, 8}) {
        double exact = whole.renyi(order).value();
        assertEquals(exact, mixed.renyi(order), slack * exact);
      }
      assertEquals(whole.epsilon(1e-5).value(), mixed.epsilon(1e-5), slack);
    }
  }

  @Test
  void isTheWalkItselfWhenThatIsShort() {
    RandomWalk walk = RandomWalk.centred(Settings.fullBatch(5, 0.3, 100));
    WalkLowerBound bound = WalkLowerBound.of(walk);
    double projected = MixedWalk.projected(bound.left(), bound.right()).renyi(2).value();
    assertEquals(projected, MixedWalk.of(walk).renyi(2), 1e-12);
    assertTrue(projected < bound.renyi(2).value(), "before its projection more is seen");
  }

  /**
   * With the record the shifts are twice as many, and too many for fine bins; without, they fit.
   */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {2, 40})
  void lawsOfPoissonBatchesHaveTheSameBins(long records) {
    NoisySgd settings =
        Settings.of(12, 0.4, records, 1, 2, POISSON, AdjacencyRelation.ADD_OR_REMOVE);
    WalkLowerBound bound = WalkLowerBound.of(new RandomWalk(settings, 0.5, 0.3));
    assertEquals(bound.left().bins(), bound.right().bins());
    assertTrue(bound.renyi(2).value() > 0);
  }

  @Test
  void refusesLawsOnDifferentBins() {
    WalkDistribution few = WalkLowerBound.of(walk(0.5)).left();
    WalkDistribution other = WalkLowerBound.of(walk(5)).left();
    assertThrows(IllegalStateException.class, () -> new LawPair(few, other));
  }

  private static RandomWalk walk(double width) {
    return RandomWalk.centred(Settings.fullBatch(width, 0.3, 3));
  }
}
