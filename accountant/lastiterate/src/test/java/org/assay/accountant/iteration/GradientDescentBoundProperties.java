package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent.Form;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Full batch, cyclic batches and one pass against closed forms and published special cases. */
class GradientDescentBoundProperties {
  private static final double UNBOUNDED = Double.POSITIVE_INFINITY;

  private static GradientSchedule equal(int steps, double stepSize, int batch, double noise) {
    double[] stepSizes = new double[steps];
    int[] batches = new int[steps];
    double[] noises = new double[steps];
    Arrays.fill(stepSizes, stepSize);
    Arrays.fill(batches, batch);
    Arrays.fill(noises, noise);
    return GradientSchedule.of(stepSizes, batches, noises);
  }

  private static Enclosure squaredMu(
      GradientSchedule epoch, long epochs, double smoothness, double convexity, double diameter) {
    return GradientDescentBound.squaredMu(
        new NoisyGradientDescentEvent(
            epoch, epochs, 1, smoothness, convexity, diameter, Form.LAST_ITERATE));
  }

  /**
   * n = 10^4, batches of 1000, sigma = 0.02, step size 0.1, contractions 1 and 0.99; values of
   * independent code.
   */
  @Example
  void cyclicBatches() {
    double[][] expected = {
      {1, .01, .01}, {5, .014, .01360266606}, {50, .059, .02790182875}, {200, .209, .02816385171}
    };
    GradientSchedule epoch = equal(10, .1, 1000, .02);
    for (double[] row : expected) {
      long epochs = (long) row[0];
      Enclosure convex = squaredMu(epoch, epochs, 1, 0, UNBOUNDED);
      assertEquals(1, convex.midpoint() / row[1], 1e-12);
      assertEquals(1, squaredMu(epoch, epochs, .1, .1, UNBOUNDED).midpoint() / row[2], 4e-10);
    }
  }

  @Property(seed = "20200504")
  void equalBatchesHaveTheClosedForm(
      @ForAll @IntRange(min = 2, max = 40) int batches,
      @ForAll @IntRange(min = 1, max = 2_000_000) int epochs,
      @ForAll long seed) {
    Random random = new Random(seed);
    double convexity = random.nextBoolean() ? 0 : Math.pow(10, -4 * random.nextDouble());
    double stepSize = 0.5;
    double gap = stepSize * convexity;
    double logC = Math.log1p(-gap);
    double perEpoch = Math.pow(2.0 / (7 * 0.3), 2);
    double growth =
        convexity == 0
            ? (epochs - 1) / (double) batches
            : Math.exp((2 * batches - 2) * logC)
                * gap
                * (2 - gap)
                / Math.pow(Math.expm1(batches * logC), 2)
                * Math.tanh(-batches * logC * (epochs - 1) / 2);
    double expected = perEpoch * (1 + growth);
    Enclosure found = squaredMu(equal(batches, stepSize, 7, 0.3), epochs, 1, convexity, UNBOUNDED);
    assertTrue(found.lower() <= expected * (1 + 1e-13), () -> found + ", " + expected);
    assertTrue(found.upper() >= expected * (1 - 1e-13), () -> found + ", " + expected);
    // A contraction near 1 is rounded to a double, which moves 1 - c by an ulp of 1.
    double width = 1e-13 + (gap > 0 ? 1e-15 / gap : 0);
    assertTrue(found.relativeWidth() < width, found::toString);
  }

  @Property(seed = "20200504")
  void onePassIsTheTheoremOfFeldmanKorenAndTalwar(
      @ForAll @IntRange(min = 1, max = 30) int steps, @ForAll long seed) {
    GradientSchedule pass = random(steps, seed);
    Enclosure theorem = LastIterateBound.gaussianMu(new LastIterateEvent(pass, 1, 0.1));
    Enclosure found = squaredMu(pass, 1, 0.1, 0, UNBOUNDED).sqrt();
    assertEquals(1, found.lower() / theorem.midpoint(), 1e-12);
    assertEquals(1, found.upper() / theorem.midpoint(), 1e-12);
  }

  /** Lemma 9, and its use: the last place of equal steps has the largest cost. */
  @Property(seed = "20200504", tries = 200)
  void lastPlaceIsTheWorstOfEqualSteps(
      @ForAll @IntRange(min = 1, max = 8) int batches,
      @ForAll @IntRange(min = 1, max = 30) int epochs,
      @ForAll long seed) {
    Random random = new Random(seed);
    double convexity = random.nextDouble() - 0.3;
    double diameter = random.nextBoolean() ? UNBOUNDED : 0.1 + 3 * random.nextDouble();
    NoisyGradientDescentEvent event =
        new NoisyGradientDescentEvent(
            equal(batches, 0.3, 2, 0.7), epochs, 1, 1, convexity, diameter, Form.LAST_ITERATE);
    double bound = GradientDescentBound.squaredMu(event).upper();
    for (int place = 0; place < batches; place++) {
      double cost = GradientDescentBound.allocation(event, place).squaredMu().lower();
      assertTrue(cost <= bound, "place " + place + ": " + cost + " > " + bound);
    }
  }

  /**
   * Linear and quadratic losses on the line attain the bound: for full batches the last iterate is
   * Gaussian with a mean that differs by the sum of all shifts.
   */
  @Property(seed = "20200504")
  void attainedByQuadraticLossesAndFullBatches(
      @ForAll @IntRange(min = 1, max = 300) int steps, @ForAll long seed) {
    Random random = new Random(seed);
    double convexity = random.nextDouble();
    double mean = 0;
    double variance = 0;
    for (int t = 0; t < steps; t++) {
      mean = (1 - 0.2 * convexity) * mean + 2 * 0.2 / 9;
      variance = Math.pow(1 - 0.2 * convexity, 2) * variance + Math.pow(0.2 * 0.4, 2);
    }
    Enclosure found = squaredMu(equal(1, 0.2, 9, 0.4), steps, convexity, convexity, UNBOUNDED);
    assertEquals(1, found.midpoint() / (mean * mean / variance), 1e-12);
  }

  /** Steps above 2/M and losses that are not convex: never above composition, never below c = 1. */
  @Property(seed = "20200504")
  void expansionsAreBoundedByComposition(
      @ForAll @IntRange(min = 1, max = 20) int batches,
      @ForAll @IntRange(min = 1, max = 100_000) int epochs) {
    GradientSchedule epoch = equal(batches, 0.1, 3, 0.5);
    double perEpoch = Math.pow(2.0 / (3 * 0.5), 2);
    double convex = squaredMu(epoch, epochs, 1, 0, UNBOUNDED).lower();
    double longSteps = squaredMu(epoch, epochs, 21, 0, UNBOUNDED).upper();
    double notConvex = squaredMu(epoch, epochs, 1, -1, UNBOUNDED).upper();
    assertTrue(convex <= longSteps && convex <= notConvex);
    assertTrue(longSteps <= perEpoch * epochs * (1 + 1e-12));
    assertTrue(notConvex <= perEpoch * epochs * (1 + 1e-12));
  }

  @Example
  void refusesWhatTheTheoremDoesNotCover() {
    assertRefused(Form.AVERAGED_ITERATES, "last iterate only");
    assertRefused(Form.ADAPTIVE_STEPS, "fixed before the data");
    assertRefused(Form.CLIPPED_GRADIENTS, "need not be a contraction");
  }

  /** Clipping keeps the smoothness, so settings that need only smoothness have the same bound. */
  @Property(seed = "20200504", tries = 50)
  void clippedGradientsCountAsThoseOfLossesThatAreOnlySmooth(
      @ForAll @IntRange(min = 1, max = 6) int batches,
      @ForAll @IntRange(min = 1, max = 100) int epochs,
      @ForAll @DoubleRange(min = 0.01, max = 3) double smoothness) {
    GradientSchedule epoch = equal(batches, 0.1, 3, 0.5);
    Function<Form, Enclosure> bound =
        form ->
            GradientDescentBound.squaredMu(
                new NoisyGradientDescentEvent(
                    epoch, epochs, 1, smoothness, -smoothness, UNBOUNDED, form));
    assertEquals(bound.apply(Form.LAST_ITERATE), bound.apply(Form.CLIPPED_GRADIENTS));
    NoisyGradientDescentEvent curved =
        new NoisyGradientDescentEvent(
            epoch,
            epochs,
            1,
            smoothness,
            Math.nextUp(-smoothness),
            UNBOUNDED,
            Form.CLIPPED_GRADIENTS);
    assertThrows(UnsupportedEventException.class, () -> GradientDescentBound.squaredMu(curved));
  }

  private static void assertRefused(Form form, String reason) {
    NoisyGradientDescentEvent event =
        new NoisyGradientDescentEvent(equal(2, 1, 1, 1), 3, 1, 1, 0, UNBOUNDED, form);
    UnsupportedEventException refusal =
        assertThrows(UnsupportedEventException.class, () -> GradientDescentBound.squaredMu(event));
    assertTrue(refusal.toString().contains(reason));
  }

  private static GradientSchedule random(int steps, long seed) {
    Random random = new Random(seed);
    double[] stepSizes = new double[steps];
    int[] batches = new int[steps];
    double[] noises = new double[steps];
    for (int t = 0; t < steps; t++) {
      stepSizes[t] = 0.01 + random.nextDouble();
      batches[t] = 1 + random.nextInt(30);
      noises[t] = 0.01 + random.nextDouble();
    }
    return GradientSchedule.of(stepSizes, batches, noises);
  }
}
