package org.assay.algorithms.internal.optimize.multipass;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.internal.optimize.QuietRandom;
import org.assay.algorithms.internal.sampling.BatchSampler;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.Loss;
import org.junit.jupiter.api.Test;

class MultipassNoisySgdTest {
  /** Those that a batch smaller than the dataset may come from. */
  private static final List<NoisySgdSampling> BATCHES =
      List.of(NoisySgdSampling.FIXED_SIZE, NoisySgdSampling.POISSON, NoisySgdSampling.CYCLIC);

  private static final LinearLoss LINEAR = new LinearLoss();
  private static final EuclideanBall INTERVAL = EuclideanBall.centeredAtOrigin(1, 1);

  private static NoisySgdSchedule schedule(NoisySgdSampling batches) {
    return new NoisySgdSchedule(batches, 10, 4, 2, 0.25, 1);
  }

  /** With b = 1 and w ← w + 0.25 y x: one visit of each of two records, twice. */
  @Test
  void cyclicStepsAreThoseOfTheHand() {
    Dataset records = Dataset.of(new double[][] {{1, 0}, {0, 1}}, new double[] {1, -1});
    NoisySgdSchedule schedule = new NoisySgdSchedule(NoisySgdSampling.CYCLIC, 2, 1, 4, 0.25, 1);
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(2, 10);
    double[] w = release(MultipassNoisySgd.of(schedule, LINEAR, wide), records);
    assertArrayEquals(new double[] {0.5, -0.5}, w);
    EuclideanBall narrow = EuclideanBall.centeredAtOrigin(2, 0.25);
    double[] inside = release(MultipassNoisySgd.of(schedule, LINEAR, narrow), records);
    // (1/4, 0), then (1/4, -1/4) scaled by 1/√2, then (1/4 + s, -s) and (.., -1/4 - ..) scaled.
    assertEquals(0.25, Math.hypot(inside[0], inside[1]), 1e-3);
    assertTrue(inside[1] < 0 && inside[0] > 0 && -inside[1] < 0.25);
  }

  private static double[] release(MultipassNoisySgd algorithm, Dataset dataset) {
    return algorithm.run(dataset, new QuietRandom()).release().toArray();
  }

  /** Ten records that all pull the same way: a batch of four counts as four fourths. */
  @Test
  void fixedBatchesAreAveraged() {
    double[] w =
        release(
            MultipassNoisySgd.of(schedule(NoisySgdSampling.FIXED_SIZE), LINEAR, INTERVAL),
            Instances.biased(10, 1, 1.0));
    assertEquals(0.5, w[0]);
  }

  /** Clipped gradients of one linear prediction contract, so the last iterate is charged alone. */
  @Test
  void clippedLinearPredictionsAreChargedForTheLastIterate() {
    NoisySgdSchedule full = new NoisySgdSchedule(NoisySgdSampling.FULL_BATCH, 10, 10, 2, 0.25, 1);
    Loss clipped = LinearPredictionLoss.logistic(1).clippedTo(0.5);
    NoisyGradientDescentEvent event =
        assertInstanceOf(
            NoisyGradientDescentEvent.class, MultipassNoisySgd.of(full, clipped, INTERVAL).event());
    assertEquals(NoisyGradientDescentEvent.Form.LAST_ITERATE, event.form());
    assertEquals(0.5, event.lipschitzConstant());
    assertEquals(0.25, event.smoothness());
  }

  @Test
  void samplersCarryOutWhatTheScheduleNames() {
    assertEquals(BatchSampler.fixedSize(10, 4), schedule(NoisySgdSampling.FIXED_SIZE).sampler());
    assertEquals(BatchSampler.cyclic(10, 4), schedule(NoisySgdSampling.CYCLIC).sampler());
    BatchSampler poisson = schedule(NoisySgdSampling.POISSON).sampler();
    assertEquals(4, poisson.expectedBatchSize(), 1e-14);
    assertTrue(poisson.expectedBatchSize() <= 4);
  }

  /** Mean square of 40,000 steps of noise 0.25 · 1: relative error 0.04 is 5.6 deviations, 2e-8. */
  @Test
  void noiseIsScaledByTheStepSize() {
    Dataset zeros = Instances.biased(10, 1, 0.0);
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(1, 100);
    NoisySgdSchedule two = schedule(NoisySgdSampling.POISSON);
    MultipassNoisySgd algorithm = MultipassNoisySgd.of(two, LINEAR, wide);
    SplittableRandom random = new SplittableRandom(3);
    double sum = 0;
    int runs = 40_000;
    for (int i = 0; i < runs; i++) {
      double w = algorithm.run(zeros, random).release().get(0);
      sum += w * w;
    }
    assertEquals(1, sum / runs / (2 * 0.0625), 0.04);
  }

  @Test
  void releasesLieInTheSetAndOnTheGrid() {
    NoisySgdSchedule noisy = schedule(NoisySgdSampling.FIXED_SIZE).withNoise(20);
    MultipassNoisySgd algorithm =
        MultipassNoisySgd.of(noisy, new LogisticLoss(1), EuclideanBall.centeredAtOrigin(3, 1));
    Dataset records = Instances.biased(10, 0.5, 0.5, 0.5, 0.5);
    for (int seed = 0; seed < 50; seed++) {
      double[] w = algorithm.run(records, new SplittableRandom(seed)).release().toArray();
      double spacing = 0x1p-8;
      assertTrue(Math.hypot(Math.hypot(w[0], w[1]), w[2]) <= 1 + 2 * spacing);
      for (double coordinate : w) {
        assertEquals(Math.rint(coordinate / spacing), coordinate / spacing);
      }
    }
  }

  /** Losses with kinks are charged step by step. */
  @Test
  void eventsAreThoseOfTheBatchesAndTheLoss() {
    LinearPredictionLoss hinge = LinearPredictionLoss.hinge(1);
    for (NoisySgdSampling batches : BATCHES) {
      MultipassNoisySgd smooth = MultipassNoisySgd.of(schedule(batches), LINEAR, INTERVAL);
      MultipassNoisySgd kinked = MultipassNoisySgd.of(schedule(batches), hinge, INTERVAL);
      Class<? extends DpEvent> kind =
          batches == NoisySgdSampling.CYCLIC
              ? NoisyGradientDescentEvent.class
              : NoisySgdEvent.class;
      assertEquals(kind, smooth.event().getClass());
      assertInstanceOf(SelfComposedEvent.class, kinked.event());
      assertEquals(kinked.composition(), kinked.event());
      assertEquals(smooth.composition(), kinked.event());
    }
  }

  @Test
  void fullBatchesAreCyclicOnesOfAllRecords() {
    NoisySgdSchedule full = new NoisySgdSchedule(NoisySgdSampling.FULL_BATCH, 10, 10, 2, 0.25, 1);
    NoisySgdSchedule cyclic = new NoisySgdSchedule(NoisySgdSampling.CYCLIC, 10, 10, 2, 0.25, 1);
    assertEquals(cyclic.sampler(), full.sampler());
    MultipassNoisySgd algorithm = MultipassNoisySgd.of(full, LINEAR, INTERVAL);
    MultipassNoisySgd same = MultipassNoisySgd.of(cyclic, LINEAR, INTERVAL);
    assertEquals(same.event(), algorithm.event());
    assertEquals(same.composition(), algorithm.composition());
  }

  @Test
  void refusesWhatItCannotRun() {
    Refusals.refuses(
        "batchSize", () -> new NoisySgdSchedule(NoisySgdSampling.FULL_BATCH, 10, 4, 1, 1, 1));
    Refusals.refuses(
        "batchSize", () -> new NoisySgdSchedule(NoisySgdSampling.POISSON, 10, 11, 1, 1, 1));
    Refusals.refuses("steps", () -> new NoisySgdSchedule(NoisySgdSampling.CYCLIC, 10, 4, 3, 1, 1));
    Refusals.refuses("noise", () -> schedule(NoisySgdSampling.POISSON).withNoise(Double.NaN));
    Refusals.refuses("stepSize", () -> schedule(NoisySgdSampling.POISSON).withStepSize(0));
    MultipassNoisySgd algorithm =
        MultipassNoisySgd.of(schedule(NoisySgdSampling.POISSON), LINEAR, INTERVAL);
    Refusals.refuses(
        "size of the dataset",
        () -> algorithm.run(Instances.biased(9, 1, 1.0), new SplittableRandom(1)));
    Refusals.refuses(
        "dimension",
        () -> algorithm.run(Instances.biased(10, 1, 0.5, 0.5), new SplittableRandom(1)));
  }

  @Test
  void interruptionsReleaseNothing() {
    MultipassNoisySgd algorithm =
        MultipassNoisySgd.of(schedule(NoisySgdSampling.POISSON), LINEAR, INTERVAL);
    Thread.currentThread().interrupt();
    assertThrows(
        CancellationException.class,
        () -> algorithm.run(Instances.biased(10, 1, 1.0), new SplittableRandom(1)));
    assertTrue(Thread.interrupted());
  }
}
