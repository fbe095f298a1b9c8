package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.assay.verify.audit.PowerCheck.LearningCourse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearningCourseTest {
  private static final double GAIN = 0.01;
  private static final double NEEDED = 10;

  /** What a pair earns on which a bettor knows all from the start, with constant evidence. */
  private record Known(double evidence, boolean proven) implements LearningCourse.Lesson {
    @Override
    public double gain(double past) {
      return GAIN;
    }

    @Override
    public double evidence(double past) {
      return evidence;
    }

    @Override
    public boolean isProven(double past) {
      return proven;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 64})
  void aPairWithoutEvidenceHasItsFirstShare(int pairs) {
    double prior = Allocation.prior(pairs)[pairs - 1];
    double led = Allocation.TRUST * prior + (1 - Allocation.TRUST) / pairs;
    double share = Allocation.EVEN / pairs + (1 - Allocation.EVEN) * led;
    double runs = Allocation.smallestBatch(0, pairs) + NEEDED / (GAIN * share);
    assertEquals(runs, runs(pairs, new Known(0, false)), 1e-9 * runs);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 64})
  void aPairThatLeaksForCertainHasNearlyAll(int pairs) {
    double odds = Math.exp(20) * Allocation.prior(pairs)[pairs - 1];
    double believed = odds / (odds + 1 - Allocation.prior(pairs)[pairs - 1]);
    double share = Allocation.EVEN_IF_SURE / pairs + (1 - Allocation.EVEN_IF_SURE) * believed;
    double runs = Allocation.smallestBatch(0, pairs) + NEEDED / (GAIN * share);
    assertEquals(runs, runs(pairs, new Known(1000, true)), 1e-9 * runs);
  }

  private static double runs(int pairs, LearningCourse.Lesson lesson) {
    return new LearningCourse(pairs).runs(lesson, NEEDED, 1e9);
  }
}
