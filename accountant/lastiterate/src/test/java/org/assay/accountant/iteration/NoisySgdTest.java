package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.iteration.step.NoisySgds;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

/** The settings of noisy SGD: derived quantities and refusals. */
class NoisySgdTest {
  private static NoisySgd run(long batch, double diameter, double smoothness, double convexity) {
    return new NoisySgd(
        1000,
        batch,
        2,
        3,
        diameter,
        0.5,
        10,
        smoothness,
        convexity,
        NoisySgdSampling.FIXED_SIZE,
        AdjacencyRelation.REPLACE_ONE);
  }

  @Test
  void derivesTheQuantitiesOfThePaper() {
    NoisySgd run = run(100, 7, 1.5, 0.5);
    assertTrue(run.samplingShare().contains(0.1));
    assertEquals(2 * 3 / (100 * 2.0), run.stepMu().midpoint(), 1e-15);
    assertEquals(7.0, run.diameterOverNoise().midpoint(), 0);
    assertEquals(2 * 3 * 7 / (1000 * 0.5 * 4), run.kappa().midpoint(), 1e-15);
    assertEquals(7 * 1000 / 1.5, run.plateau().midpoint(), 1e-11);
    assertEquals(-0.25, run.contractionMinusOne().midpoint(), 0);
    assertEquals(1.0, run(100, 7, 6, 0.5).contractionMinusOne().midpoint(), 0);
    assertEquals(0.75, run(100, 7, 1.5, -1.5).contractionMinusOne().midpoint(), 0);
  }

  @Test
  void checksItsRanges() {
    assertThrows(IllegalArgumentException.class, () -> run(1001, 7, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> run(0, 7, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> run(10, 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> run(10, Double.NaN, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> run(10, 7, Double.NaN, 0));
    assertThrows(IllegalArgumentException.class, () -> run(10, 7, 1, 1.1));
    assertThrows(IllegalArgumentException.class, () -> run(10, 7, 1, Double.NaN));
    assertThrows(
        IllegalArgumentException.class,
        () -> NoisySgds.convex(10, 9, 1, 1, 1, NoisySgdSampling.FULL_BATCH, false));
    assertThrows(
        IllegalArgumentException.class,
        () -> NoisySgds.convex(10, 9, Double.NaN, 1, 1, NoisySgdSampling.POISSON, false));
    assertThrows(
        IllegalArgumentException.class,
        () -> NoisySgds.convex(10, 9, 1, 1, (1L << 53) + 1, NoisySgdSampling.POISSON, false));
  }

  @Test
  void refusesStepsThatNeedNotContract() {
    NoisySgd fast = NoisySgds.smooth(NoisySgds.fixedSize(10), 3.3, 0);
    UnsupportedEventException refusal =
        assertThrows(UnsupportedEventException.class, () -> NoisySgdBound.of(fast));
    assertTrue(refusal.toString().contains("2/smoothness"), refusal.toString());
    NoisySgd boundary = NoisySgds.smooth(NoisySgds.fixedSize(10), 3.1999, 0);
    assertTrue(NoisySgdBound.of(boundary).renyi(2).upper() < 1);
    NoisySgd expansive = NoisySgds.smooth(NoisySgds.fixedSize(10), 3.3, -3.3);
    assertTrue(NoisySgdBound.of(expansive).renyi(2).upper() < 1);
  }

  @Test
  void refusesPairsWithoutATheorem() {
    for (NoisySgdSampling sampling : NoisySgdSampling.values()) {
      for (AdjacencyRelation adjacency : AdjacencyRelation.values()) {
        // The only batch of a cycle would be a full one.
        long batch = sampling == NoisySgdSampling.CYCLIC ? 3 : 9;
        NoisySgd run = new NoisySgd(9, batch, 1, 1, 1, 1, 1, 0, 0, sampling, adjacency);
        boolean replaced =
            adjacency == AdjacencyRelation.REPLACE_ONE && sampling != NoisySgdSampling.CYCLIC;
        boolean presence =
            adjacency == AdjacencyRelation.ADD_OR_REMOVE && sampling == NoisySgdSampling.POISSON;
        if (replaced || presence) {
          assertTrue(NoisySgdBound.of(run).renyi(2).upper() < 10);
        } else {
          assertThrows(UnsupportedEventException.class, () -> NoisySgdBound.of(run));
        }
      }
    }
  }

  @Test
  void boundsLargePoissonSamples() {
    int records = 500;
    int batch = 20;
    for (double smoothness : new double[] {1, 1.5, 1.9}) {
      NoisySgd run =
          NoisySgds.smooth(
              NoisySgds.convex(records, batch, 1, 1, 10, NoisySgdSampling.POISSON, true),
              smoothness,
              0);
      int capacity = (int) Math.floor(2 * batch / smoothness);
      // One record more than drawn exceeds the capacity.
      double exact =
          1
              - new BinomialDistribution(null, records, batch / (double) records)
                  .cumulativeProbability(capacity - 1);
      double bound = NoisySgdStep.of(run).excess(1);
      assertTrue(bound >= exact, bound + " < " + exact);
      assertTrue(bound <= 5 * Math.sqrt(exact), bound + " is far above " + exact);
    }
  }

  @Test
  void noSampleIsTooLargeForFlatLosses() {
    NoisySgd flat = NoisySgds.smooth(NoisySgds.addOrRemove(10), 2 * 600 / (0.5 * 60_001) - 1e-9, 0);
    assertEquals(0, NoisySgdStep.of(flat).excess(1e6));
    NoisySgd steeper =
        NoisySgds.smooth(NoisySgds.addOrRemove(10), 2 * 600 / (0.5 * 60_001) + 1e-9, 0);
    assertTrue(NoisySgdStep.of(steeper).excess(1) > 0);
  }

  /** An empty Poisson sample does not contract, for any convexity of the losses. */
  @Test
  void strongConvexityDoesNotHelpPoissonSamples() {
    NoisySgd run = NoisySgds.smooth(NoisySgds.addOrRemove(10), 0.04, 0.04);
    assertEquals(0, NoisySgdStep.of(run).contractionMinusOne().upper());
  }
}
