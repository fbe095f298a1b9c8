package org.assay.algorithms.internal.optimize;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.ScriptedRandom;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.objective.ClippedLoss;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.WarpedSquaredLoss;
import org.assay.algorithms.run.ParameterVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProjectedNoisySgdTest {
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(2, 1000);
  private static final EuclideanBall UNIT = EuclideanBall.centeredAtOrigin(2, 1);

  /** Two steps: sizes 2 and 4, batches of 1 and 2, noise 8 and 16. */
  private static final GradientSchedule TWO_STEPS =
      GradientSchedule.of(new double[] {2, 4}, new int[] {1, 2}, new double[] {8, 16});

  private static final Dataset FOUR =
      Dataset.of(new double[][] {{1, 0}, {0, 1}, {0, 0.5}, {0.25, 0}}, new double[] {1, 1, -1, 1});

  private static GradientSchedule steps(int steps, double size, int batch, double noise) {
    double[] sizes = new double[steps];
    int[] batches = new int[steps];
    double[] noises = new double[steps];
    Arrays.fill(sizes, size);
    Arrays.fill(batches, batch);
    Arrays.fill(noises, noise);
    return GradientSchedule.of(sizes, batches, noises);
  }

  /**
   * Linear losses: the mean gradients are (-1, 0) and then (0, -1/4), whatever w. Without noise, w
   * = (2, 0) and then (2, 1).
   */
  @Test
  void followsTheHandComputedPath() {
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(TWO_STEPS, new LinearLoss(), WIDE);
    ScriptedRandom random = new ScriptedRandom(0);
    assertEquals(ParameterVector.of(2, 1), sgd.run(FOUR, random).release());
    assertEquals(4, random.drawn());
  }

  /** With draws (1, -1) in both steps, each reading moves w by (-1, 1) times its noise. */
  @ParameterizedTest
  @EnumSource
  void addsTheNoiseOfEachReading(NoiseScaling scaling) {
    double noise =
        switch (scaling) {
          case STEP_SIZE -> 2 * 8 + 4 * 16;
          case NONE -> 8 + 16;
          case STEP_SIZE_OVER_BATCH_SIZE -> 2 * 8 / 1.0 + 4 * 16 / 2.0;
        };
    ProjectedNoisySgd sgd =
        ProjectedNoisySgd.of(TWO_STEPS, new LinearLoss(), WIDE).withNoiseScaling(scaling);
    ParameterVector release = sgd.run(FOUR, new ScriptedRandom(1, -1)).release();
    assertEquals(ParameterVector.of(2 - noise, 1 + noise), release);
  }

  @Test
  void theEventNamesTheNoiseReallyAdded() {
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(TWO_STEPS, new LinearLoss(), WIDE);
    assertEquals(new LastIterateEvent(TWO_STEPS, 1, 0), sgd.event());
    assertNoise(4, 4, sgd.withNoiseScaling(NoiseScaling.NONE));
    assertNoise(8, 8, sgd.withNoiseScaling(NoiseScaling.STEP_SIZE_OVER_BATCH_SIZE));
    assertNoise(8, 16, sgd);
  }

  private static void assertNoise(double first, double second, ProjectedNoisySgd sgd) {
    double[] noise = {first, second};
    GradientSchedule expected = GradientSchedule.of(new double[] {2, 4}, new int[] {1, 2}, noise);
    assertEquals(expected, sgd.event().schedule());
    assertSame(TWO_STEPS, sgd.schedule());
  }

  /**
   * What moves w and what the event says agree to the last bit, step by step. The draw is so large
   * that the grid of releases is finer than doubles there.
   */
  @ParameterizedTest
  @EnumSource
  void theEventIsWhatMovesTheParameter(NoiseScaling scaling) {
    Dataset silent = Dataset.of(new double[5][2], new double[] {1, 1, 1, 1, 1});
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {0.3}, new int[] {5}, new double[] {0.7});
    EuclideanBall huge = EuclideanBall.centeredAtOrigin(2, 1e30);
    ProjectedNoisySgd sgd =
        ProjectedNoisySgd.of(schedule, new LinearLoss(), huge).withNoiseScaling(scaling);
    GradientSchedule spent = sgd.event().schedule();
    double[] moved = sgd.run(silent, new ScriptedRandom(0x1p60)).release().toArray();
    assertEquals(-spent.stepSize(0) * spent.noiseStandardDeviation(0), moved[0] * 0x1p-60);
    assertSame(sgd.event(), sgd.run(silent, new ScriptedRandom(1)).event());
  }

  /**
   * With n = 20,000 draws z, sum z² leaves [n - 2√(n x), n + 2√(n x) + 2x] with probability at most
   * 2 e^-x (chi-square tails); x = 16 for each of three readings makes that 6.8e-7.
   */
  @ParameterizedTest
  @EnumSource
  void theNoiseHasTheStatedSecondMoment(NoiseScaling scaling) {
    int d = 20_000;
    double x = 16;
    double expected =
        switch (scaling) {
          case STEP_SIZE -> 0.3 * 0.7;
          case NONE -> 0.7;
          case STEP_SIZE_OVER_BATCH_SIZE -> 0.3 * 0.7 / 5;
        };
    ProjectedNoisySgd sgd =
        ProjectedNoisySgd.of(
                steps(1, 0.3, 5, 0.7), new LinearLoss(), EuclideanBall.centeredAtOrigin(d, 1e6))
            .withNoiseScaling(scaling);
    Dataset silent = Dataset.of(new double[5][d], new double[] {1, 1, 1, 1, 1});
    double squares = 0;
    for (double w : sgd.run(silent, new SplittableRandom(61)).release().toArray()) {
      squares += (w / expected) * (w / expected);
    }
    double width = 2 * Math.sqrt(d * x);
    assertTrue(squares >= d - width && squares <= d + width + 2 * x, "squares " + squares);
  }

  /** The last step's noise is 0.3 · 0.7 = 0.21, so the spacing is 2^-13. */
  @Test
  void theReleaseLiesOnTheGridOfTheLastStepsNoise() {
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(steps(2, 0.3, 1, 0.7), new LinearLoss(), WIDE);
    ParameterVector release = sgd.run(FOUR, new ScriptedRandom(1)).release();
    // Each coordinate sees one gradient and two draws: 0.3 - 0.21 - 0.21 is -983.04 spacings.
    assertEquals(ParameterVector.of(-983 * 0x1p-13, -983 * 0x1p-13), release);
  }

  @Test
  void aReleaseThatRoundingTookOutOfTheSetIsProjected() {
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(steps(4, 2, 1, 3), new LinearLoss(), UNIT);
    for (int seed = 0; seed < 50; seed++) {
      double[] release = sgd.run(FOUR, new SplittableRandom(seed)).release().toArray();
      assertTrue(UNIT.contains(release, 1e-12), Arrays.toString(release));
    }
  }

  @Test
  void usesEachRecordOnceInOrder() {
    RecordingLoss loss = new RecordingLoss();
    ProjectedNoisySgd.of(TWO_STEPS, loss, WIDE).run(FOUR, new ScriptedRandom(0));
    assertEquals("0@1.0 1@0.5 2@0.5 ", loss.uses());
  }

  @Test
  void everyIterateLiesInTheSet() {
    RecordingSet set = new RecordingSet(UNIT);
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(steps(4, 2, 1, 3), new LinearLoss(), set);
    sgd.run(FOUR, new SplittableRandom(62));
    assertEquals(6, set.points().size(), "the start, one iterate for each step, and the release");
    set.points().forEach(point -> assertTrue(UNIT.contains(point, 1e-12)));
  }

  @Test
  void sameSeedSameResult() {
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(steps(4, 0.5, 1, 1), new LogisticLoss(1), UNIT);
    ParameterVector first = sgd.run(FOUR, new SplittableRandom(63)).release();
    assertEquals(first, sgd.run(FOUR, new SplittableRandom(63)).release());
    assertNotEquals(first, sgd.run(FOUR, new SplittableRandom(64)).release());
  }

  @Test
  void startsWhereTold() {
    EuclideanBall shifted = EuclideanBall.of(new double[] {4, 0}, 1);
    GradientSchedule still = steps(1, 1e-300, 1, 0);
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(still, new LinearLoss(), shifted);
    assertEquals(ParameterVector.of(3, 0), sgd.run(FOUR, new ScriptedRandom(0)).release());
    double[] start = {4, 0.5};
    ProjectedNoisySgd moved = sgd.withStartingPoint(start);
    start[0] = 99;
    assertArrayEquals(
        new double[] {4, 0.5}, moved.run(FOUR, new ScriptedRandom(0)).release().toArray());
    refuses("startingPoint was [0.0, 0.0]", () -> sgd.withStartingPoint(new double[2]));
    refuses("dimension of the point was 3", () -> sgd.withStartingPoint(new double[3]));
  }

  @Test
  void refusesStepsThatMayExpand() {
    LogisticLoss loss = new LogisticLoss(1);
    ProjectedNoisySgd.of(steps(2, 8, 1, 1), loss, UNIT);
    refuses(
        "stepSize(0) was 8.000000000000002: it must be at most 2/smoothness = 8.0",
        () -> ProjectedNoisySgd.of(steps(2, Math.nextUp(8.0), 1, 1), loss, UNIT));
  }

  /** Two runs need not stay close, so the event of the last iterate would claim too little. */
  @Test
  void refusesLossesWhoseStepsAreNoContractions() {
    Loss bent = new WarpedSquaredLoss(0.9, 1, 1, 1);
    assertTrue(bent.strongConvexity() < 0);
    refuses("strongConvexity was", () -> ProjectedNoisySgd.of(steps(2, 1e-3, 1, 1), bent, UNIT));
    Loss clipped = new ClippedLoss(new LogisticLoss(1), 0.5);
    refuses(
        "the loss clips its gradients",
        () -> ProjectedNoisySgd.of(steps(2, 1e-3, 1, 1), clipped, UNIT));
  }

  @Test
  void refusesUnsuitableDatasets() {
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(TWO_STEPS, new LogisticLoss(1), UNIT);
    ScriptedRandom random = new ScriptedRandom(0);
    Dataset two = FOUR.without(0).without(0);
    refuses("size of the dataset was 2: one pass of 2 steps over 3", () -> sgd.run(two, random));
    Dataset flat = Dataset.of(new double[5][1], new double[5]);
    refuses("dimension of the dataset was 1", () -> sgd.run(flat, random));
    Dataset outlier = FOUR.withRecord(3, new double[] {3, 4}, 1);
    refuses("largest norm of a record was 5.0", () -> sgd.run(outlier, random));
    assertEquals(0, random.drawn());
  }

  @Test
  void stopsWhenInterrupted() {
    ProjectedNoisySgd sgd = ProjectedNoisySgd.of(TWO_STEPS, new LinearLoss(), WIDE);
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, () -> sgd.run(FOUR, new ScriptedRandom(0)));
    } finally {
      assertTrue(Thread.interrupted(), "the interruption is left for the caller to see");
    }
  }

  @Test
  void setsWithCoarseProjectionsAreRefused() {
    Polytope interval = Polytope.of(new double[][] {{-1}, {1}});
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {0.1}, new int[] {1}, new double[] {1});
    refuses(
        "nearest points of the polytope of 2 vertices in dimension 1 are computed up to",
        () -> ProjectedNoisySgd.of(schedule, LinearPredictionLoss.logistic(1), interval));
  }
}
