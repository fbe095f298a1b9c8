package org.assay.accountant.internal.iteration.allocation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules of a million unlike and of a billion equal steps keep ten digits. */
class LongScheduleTest {
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.999999, 1.000001})
  void millionUnlikeStepsKeepTenDigits(double contraction) {
    Random random = new Random(7);
    double[] contractions = new double[1_000_000];
    Arrays.fill(contractions, contraction);
    assertNarrow(
        IterationSchedule.of(
            random.doubles(1_000_000, 0.001, 0.02).toArray(),
            random.doubles(1_000_000, 0.1, 0.2).toArray(),
            contractions));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.98, 1 - 1e-9, 1 + 1e-9, 1.01})
  void billionEqualStepsKeepTenDigits(double contraction) {
    assertNarrow(
        IterationSchedule.periodic(
            List.of(new NoisyIteration(.01, .02, contraction)), 1_000_000_000));
  }

  private static void assertNarrow(IterationSchedule schedule) {
    for (ShiftAllocation found :
        new ShiftAllocation[] {
          AmplificationByIteration.fromCommonStart(schedule),
          AmplificationByIteration.onBoundedSet(schedule, 0, 1)
        }) {
      assertTrue(found.squaredMu().relativeWidth() < 1e-10, found.squaredMu().toString());
    }
  }
}
