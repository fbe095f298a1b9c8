package org.assay.accountant.internal.iteration.allocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * A schedule of twelve unequal steps against values that were computed once by independent code
 * (ten digits), and schedules with closed forms.
 */
class ShiftAllocationTest {
  private static final IterationSchedule TWELVE =
      IterationSchedule.of(
          new double[] {0, .3, 0, .2, 0, 0, .5, 0, .1, 0, 0, .05},
          new double[] {1, .8, .8, .6, .6, .6, .9, .9, .5, .5, .4, .4},
          new double[] {1, 1, .9, .9, 1, .95, .95, 1, 1.02, 1, .9, 1});

  private static final double[] ABSORBED = {
    0,
    .1116331179,
    .1240367977,
    .07752299858,
    .07752299858,
    .08160315639,
    .2114924339,
    .2114924339,
    .06399553193,
    .06399553193,
    .04550793382,
    .05
  };

  private static final double[] ABSORBED_FROM_TWO = {
    .3918856839,
    .2508068377,
    .2786742641,
    .1741714151,
    .1741714151,
    .1833383316,
    .4342223644,
    .4342223644,
    .1313914199,
    .1313914199,
    .09343389858,
    .09343389858
  };

  @Test
  void reproducesTwelveUnequalSteps() {
    check(AmplificationByIteration.fromCommonStart(TWELVE), 0.2671704545, ABSORBED);
    check(AmplificationByIteration.fromDistance(TWELVE, 2), 1.347892128, ABSORBED_FROM_TWO);
  }

  private static void check(ShiftAllocation allocation, double squaredMu, double[] absorbed) {
    assertEquals(1, allocation.squaredMu().midpoint() / squaredMu, 2e-10);
    assertTrue(allocation.squaredMu().relativeWidth() < 1e-13, allocation.squaredMu()::toString);
    assertEquals(allocation.squaredMu().upper(), AllocationChecker.check(allocation.certificate()));
    for (int t = 0; t < absorbed.length; t++) {
      assertEquals(absorbed[t], Allocations.absorbed(allocation, t).midpoint(), 1e-10);
    }
  }

  @Test
  void constantSchedulesHaveTheClosedForm() {
    for (double c : new double[] {0.3, 0.9, 0.98, 0.9999, 1 - 1e-9, 1}) {
      for (long steps : new long[] {1, 2, 3, 4, 5, 10, 1000, 1_000_000_000}) {
        IterationSchedule schedule =
            IterationSchedule.periodic(List.of(new NoisyIteration(0.02, 0.3, c)), steps);
        double perStep = 0.02 * 0.02 / (0.3 * 0.3);
        double x = steps * Math.log1p(c - 1);
        double expected =
            c == 1 ? perStep * steps : perStep * Math.tanh(-x / 2) * (1 + c) / (1 - c);
        Enclosure found = AmplificationByIteration.fromCommonStart(schedule).squaredMu();
        assertEquals(1, found.midpoint() / expected, 1e-12, c + ", " + steps);
        assertTrue(found.relativeWidth() < 2e-13, c + ", " + steps + ": " + found);
      }
    }
  }

  @Test
  void expandingStepsGainNothing() {
    for (long steps : new long[] {1, 2, 5, 1000, 1_000_000_000}) {
      IterationSchedule schedule =
          IterationSchedule.periodic(List.of(new NoisyIteration(0.02, 0.3, 1.01)), steps);
      Enclosure found = AmplificationByIteration.fromCommonStart(schedule).squaredMu();
      assertEquals(1, found.midpoint() / (steps * 0.02 * 0.02 / 0.09), 1e-12);
      assertTrue(found.relativeWidth() < 1e-13, found::toString);
    }
  }

  @Test
  void missingNoiseIsNoPrivacy() {
    NoisyIteration silent = new NoisyIteration(1, 0, 1);
    NoisyIteration noisy = new NoisyIteration(1, 1, 1);
    IterationSchedule endsSilent = IterationSchedule.periodic(List.of(noisy, silent), 3);
    ShiftAllocation allocation = AmplificationByIteration.fromCommonStart(endsSilent);
    assertEquals(Double.POSITIVE_INFINITY, allocation.squaredMu().upper());
    assertEquals(Double.POSITIVE_INFINITY, AllocationChecker.check(allocation.certificate()));
  }
}
