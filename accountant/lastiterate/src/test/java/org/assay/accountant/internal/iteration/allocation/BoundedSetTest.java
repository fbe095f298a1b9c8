package org.assay.accountant.internal.iteration.allocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounded sets against closed forms and values of independent code. */
class BoundedSetTest {
  /** Shift 2L eta/n and noise eta sigma of full-batch gradient descent. */
  private static IterationSchedule fullBatch(
      double n, double sigma, double eta, double c, long steps) {
    return IterationSchedule.periodic(
        List.of(new NoisyIteration(2 * eta / n, eta * sigma, c)), steps);
  }

  /** n = 10^4, L = D = 1, sigma = 0.01, step size 0.25; the bound saturates at T = 4D/s. */
  @Test
  void convexFullBatchSaturates() {
    double[][] expected = {
      {10, .004}, {1000, .4}, {20_000, 8}, {40_000, 16}, {100_000, 32}, {10_000_000, 32}, {1e9, 32}
    };
    for (double[] row : expected) {
      ShiftAllocation found =
          AmplificationByIteration.onBoundedSet(fullBatch(1e4, .01, .25, 1, (long) row[0]), 0, 1);
      assertEquals(1, found.squaredMu().midpoint() / row[1], 1e-12, () -> "" + row[0]);
      AllocationChecker.check(found.certificate());
      if (row[1] == 32) {
        assertEquals(20_000, row[0] - found.certificate().startStep(), 1);
      }
    }
  }

  /** n = 1000, sigma = 0.02, step size 0.1, contraction 0.98; diameters 1 and 0.004. */
  @Test
  void stronglyConvexFullBatch() {
    double[][] expected = {
      {10, 0.09966464772, 0.09966464772},
      {100, 0.7581598209, 0.633618691},
      {1000, 0.9899999967, 0.633618691},
      {1_000_000, 0.99, 0.633618691},
      {1e9, 0.99, 0.633618691}
    };
    for (double[] row : expected) {
      IterationSchedule schedule = fullBatch(1e3, .02, .1, .98, (long) row[0]);
      for (double diameter : new double[] {1, Double.POSITIVE_INFINITY}) {
        assertEquals(
            1,
            AmplificationByIteration.onBoundedSet(schedule, 0, diameter).squaredMu().midpoint()
                / row[1],
            1e-9);
      }
      assertEquals(
          1,
          AmplificationByIteration.onBoundedSet(schedule, 0, .004).squaredMu().midpoint() / row[2],
          1e-9);
    }
  }

  /** Lemma 7's minimum over every integer, c below and above 1. */
  @Test
  void findsTheCheapestStartOfConstantSchedules() {
    for (double c : new double[] {0.9, 0.97, 0.999, 1, 1.001, 1.03}) {
      for (double diameter : new double[] {0.01, 0.3, 2, 40}) {
        IterationSchedule schedule =
            IterationSchedule.periodic(List.of(new NoisyIteration(.1, .7, c)), 500);
        double least = AmplificationByIteration.fromCommonStart(schedule).squaredMu().upper();
        for (long start = 0; start < 500; start++) {
          double cost =
              AmplificationByIteration.allocation(
                      schedule, 0, diameter, IterationBranch.FROM_THE_DIAMETER, start, diameter)
                  .squaredMu()
                  .upper();
          least = Math.min(least, cost);
        }
        double found =
            AmplificationByIteration.onBoundedSet(schedule, 0, diameter).squaredMu().upper();
        assertTrue(found <= least * (1 + 1e-13), c + ", " + diameter + ": " + found);
      }
    }
  }
}
