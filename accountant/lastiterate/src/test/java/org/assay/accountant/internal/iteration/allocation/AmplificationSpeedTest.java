package org.assay.accountant.internal.iteration.allocation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fastest of several runs, with room for a busy machine, and the widths that are reached. */
class AmplificationSpeedTest {
  @Tag("slow")
  @Test
  void aMillionStepsTakeAFractionOfASecond() {
    for (double contraction : new double[] {1, 0.999999, 1.000001}) {
      IterationSchedule schedule = million(contraction);
      assertFast("list", 300, () -> AmplificationByIteration.fromCommonStart(schedule));
      assertFast("set", 1500, () -> AmplificationByIteration.onBoundedSet(schedule, 0, 1));
    }
  }

  @Test
  void aBillionEqualStepsTakeNoTime() {
    for (double contraction : new double[] {1, 0.98, 1 - 1e-9, 1 + 1e-9, 1.01}) {
      IterationSchedule schedule =
          IterationSchedule.constant(new NoisyIteration(.01, .02, contraction), 1_000_000_000);
      assertFast("constant", 5, () -> AmplificationByIteration.fromCommonStart(schedule));
      assertFast("constant set", 50, () -> AmplificationByIteration.onBoundedSet(schedule, 0, 1));
    }
  }

  private static IterationSchedule million(double contraction) {
    Random random = new Random(7);
    double[] shifts = random.doubles(1_000_000, 0.001, 0.02).toArray();
    double[] noises = random.doubles(1_000_000, 0.1, 0.2).toArray();
    double[] contractions = new double[1_000_000];
    Arrays.fill(contractions, contraction);
    return IterationSchedule.of(shifts, noises, contractions);
  }

  private static void assertFast(
      String name, double milliseconds, Supplier<ShiftAllocation> computation) {
    double fastest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 12 && !(fastest < milliseconds / 6); i++) {
      long start = System.nanoTime();
      Enclosure found = computation.get().squaredMu();
      fastest = Math.min(fastest, (System.nanoTime() - start) / 1e6);
      assertTrue(found.relativeWidth() < 1e-10, name + ": " + found);
    }
    assertTrue(fastest < milliseconds, name + " took " + fastest + " ms");
  }
}
