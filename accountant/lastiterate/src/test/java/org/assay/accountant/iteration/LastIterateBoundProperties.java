package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.numeric.Enclosure;

/** Theorem 3.1 of [@FeldmanKorenTalwar2020] against its formula and its extremal instance. */
class LastIterateBoundProperties {
  @Property(seed = "20200504")
  void agreesWithTheFormulaTermByTerm(
      @ForAll @IntRange(min = 1, max = 60) int steps, @ForAll long seed) {
    GradientSchedule schedule = random(steps, seed);
    double worst = 0;
    for (int t = 0; t < steps; t++) {
      double noise = 0;
      for (int s = t; s < steps; s++) {
        noise += Math.pow(schedule.stepSize(s) * schedule.noiseStandardDeviation(s), 2);
      }
      worst = Math.max(worst, schedule.stepSize(t) / (schedule.batchSize(t) * Math.sqrt(noise)));
    }
    Enclosure mu = LastIterateBound.gaussianMu(new LastIterateEvent(schedule, 3, 0.1));
    assertEquals(1, mu.midpoint() / (6 * worst), 1e-13);
    assertTrue(mu.relativeWidth() < 1e-13);
  }

  /**
   * Linear losses ±L on the whole line, first record replaced: the last iterate is Gaussian, so its
   * mu is exact, no bound may be below it, and it is attained where the first batch is the worst.
   */
  @Property(seed = "20200504")
  void neverBelowTheExactValueOfLinearLosses(
      @ForAll @IntRange(min = 1, max = 60) int steps, @ForAll long seed) {
    GradientSchedule schedule = random(steps, seed);
    double variance = 0;
    for (int s = 0; s < steps; s++) {
      variance += Math.pow(schedule.stepSize(s) * schedule.noiseStandardDeviation(s), 2);
    }
    double exact = 2 * schedule.stepSize(0) / schedule.batchSize(0) / Math.sqrt(variance);
    double bound = LastIterateBound.gaussianMu(new LastIterateEvent(schedule, 1, 0)).upper();
    assertTrue(bound >= exact * (1 - 1e-12), () -> bound + " < " + exact);
    if (steps == 1) {
      assertEquals(1, bound / exact, 1e-13);
    }
  }

  @Example
  void noNoiseAfterTheLastBatchIsNoPrivacy() {
    GradientSchedule silentEnd =
        GradientSchedule.of(new double[] {1, 1}, new int[] {1, 1}, new double[] {1, 0});
    Enclosure mu = LastIterateBound.gaussianMu(new LastIterateEvent(silentEnd, 1, 1));
    assertEquals(Enclosure.exact(Double.POSITIVE_INFINITY), mu);
  }

  private static GradientSchedule random(int steps, long seed) {
    Random random = new Random(seed);
    double[] sizes = new double[steps];
    int[] batches = new int[steps];
    double[] noise = new double[steps];
    for (int t = 0; t < steps; t++) {
      sizes[t] = 0.01 + random.nextDouble();
      batches[t] = 1 + random.nextInt(20);
      noise[t] = 0.05 + random.nextDouble();
    }
    return GradientSchedule.of(sizes, batches, noise);
  }
}
