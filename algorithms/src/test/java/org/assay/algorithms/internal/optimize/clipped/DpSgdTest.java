package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DpSgdTest {
  private static final EuclideanBall LINE = EuclideanBall.centeredAtOrigin(1, 1000);
  private static final Loss LINEAR = LinearPredictionLoss.linear(1, 1);
  private static final Guarantee.Approximate TARGET =
      new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);

  private static Dataset ones(int records) {
    double[][] features = new double[records][];
    double[] labels = new double[records];
    Arrays.fill(features, new double[] {1});
    Arrays.fill(labels, 1);
    return Dataset.of(features, labels);
  }

  private static DpSgd on(ClippedSchedule schedule, int records, int batchSize) {
    return DpSgd.of(schedule, records, batchSize, LINEAR, LINE);
  }

  /** With all records in every batch, two steps of size 3 along gradients of norm 1/2. */
  @Test
  void fullBatchesFollowTheHandComputedPath() {
    double[] release =
        on(ClippedSchedule.of(2, 3, 0.5, 1e-9), 4, 4)
            .run(ones(4), new SplittableRandom(1))
            .release()
            .toArray();
    assertArrayEquals(new double[] {3}, release, 1e-7);
  }

  /**
   * One step over a batch of Binomial(100, 1/4) records, each moving by 1/50: mean 1/2, variance
   * 75/4 · (1/50)². The mean of 4000 runs is within 5 standard deviations, the mean square of the
   * deviation within 6 √(2/4000) relatively; both fail with probability below 1e-6. The sum is over
   * the expected size: over the size of the batch it would not vary.
   */
  @Test
  void sumsOverTheExpectedSizeOfABatch() {
    DpSgd sgd = on(ClippedSchedule.of(1, 1, 0.5, 1e-6), 100, 25);
    Dataset dataset = ones(100);
    SplittableRandom random = new SplittableRandom(2);
    double mean = 0;
    double square = 0;
    for (int run = 0; run < 4000; run++) {
      double release = sgd.run(dataset, random).release().get(0);
      mean += release / 4000;
      square += (release - 0.5) * (release - 0.5) / 4000;
    }
    double variance = 18.75 / 2500;
    assertEquals(0.5, mean, 5 * Math.sqrt(variance / 4000));
    assertEquals(1, square / variance, 6 * Math.sqrt(2.0 / 4000));
  }

  /** Nine steps with probability 1/4; a record's presence adds 0.5/2, and the noise is 2. */
  @Test
  void theEventIsTheCompositionOfSampledGaussians() {
    DpSgd sgd = on(ClippedSchedule.of(9, 1, 0.5, 2).withMomentum(0.5).averaging(3), 8, 2);
    SelfComposedEvent steps = (SelfComposedEvent) sgd.event();
    assertEquals(9, steps.count());
    PoissonSampledEvent sampled = (PoissonSampledEvent) steps.event();
    assertEquals(0.25, sampled.samplingProbability());
    GaussianEvent step = (GaussianEvent) sampled.event();
    assertEquals(ADD_OR_REMOVE, step.adjacency());
    assertEquals(0.25, step.sensitivity().value(), 1e-13);
    assertTrue(step.sensitivity().value() > 0.25);
    assertEquals(8, step.noiseMultiplier(), 1e-12);
  }

  /**
   * One step: the mixtures (1 - q) N(0, 1) + q N(±1/8, 1) are told apart best by a threshold, where
   * their densities are in the ratio e^epsilon; found here by trying all.
   */
  @Test
  void epsilonOfAStepIsThatOfTwoMixtures() {
    DpEvent event = on(ClippedSchedule.of(1, 1, 0.5, 2), 8, 2).event();
    double delta = 1e-3;
    double epsilon = TightestBound.of(event, REPLACE_ONE).epsilon(delta).value().upper();
    double attained = 0;
    for (double cut = -4; cut < 4; cut += 1e-4) {
      attained = Math.max(attained, above(cut, 0.125) - Math.exp(epsilon) * above(cut, -0.125));
    }
    assertEquals(1, attained / delta, 1e-4);
  }

  private static double above(double cut, double shift) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    return 0.75 * normal.survivalProbability(cut) + 0.25 * normal.survivalProbability(cut - shift);
  }

  @Test
  void calibratedNoiseSpendsTheTargetAndThePapersMore() {
    ClippedSchedule steps = ClippedSchedule.of(20, 1, 0.5, 1);
    double spent = epsilon(DpSgd.calibrated(steps, 500, 50, LINEAR, LINE, TARGET));
    assertTrue(spent <= 1 && spent > 0.995, "spent " + spent);
    double paper = epsilon(DpSgd.paperSchedule(steps, 500, 50, LINEAR, LINE, TARGET));
    assertTrue(paper > 1.5, "spent " + paper);
    Guarantee added = new Guarantee.Approximate(1, 1e-5, AdjacencyRelation.ADD_OR_REMOVE);
    refuses("target was", () -> DpSgd.calibrated(steps, 500, 50, LINEAR, LINE, added));
    assertThrows(
        IllegalArgumentException.class,
        () -> DpSgd.paperSchedule(steps, 500, 50, LINEAR, LINE, added));
    Guarantee mu = new Guarantee.Gaussian(1, REPLACE_ONE);
    refuses("target was", () -> DpSgd.paperSchedule(steps, 500, 50, LINEAR, LINE, mu));
  }

  /** Samples amplify neither mu nor rho: twenty Gaussians of a replaced record. */
  @Test
  void calibratedNoiseForMuIsThatWithoutSamples() {
    ClippedSchedule steps = ClippedSchedule.of(25, 1, 0.5, 1);
    Guarantee mu = new Guarantee.Gaussian(0.5, REPLACE_ONE);
    DpSgd sgd = DpSgd.calibrated(steps, 500, 50, LINEAR, LINE, mu);
    assertEquals(2 * 0.5 / 50 * 5 / 0.5, sgd.schedule().noiseStandardDeviation(), 1e-6);
  }

  private static double epsilon(DpSgd sgd) {
    return TightestBound.of(sgd.event(), REPLACE_ONE).epsilon(1e-5).value().upper();
  }

  /** A label of the other sign; a twin takes all records into every batch. */
  @Test
  @Tag("slow")
  void anAuditCannotRefuteItAndRefutesTooLargeBatches() {
    Dataset first = ones(4);
    NeighbouringDatasets pair =
        new NeighbouringDatasets(first, first.withRecord(0, new double[] {1}, -1));
    ClippedSchedule schedule = ClippedSchedule.of(4, 1, 0.5, 0.5);
    DpSgd honest = on(schedule, 4, 1);
    Guarantee claim = Audits.certified(honest.event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, honest, pair, 20_000));
    DpSgd broken = on(ClippedSchedule.of(4, 1, 0.5, 0.5 / 4), 4, 4);
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, broken, pair, 20_000));
  }

  @Test
  void aSeedRepeatsARun() {
    DpSgd sgd = on(ClippedSchedule.of(3, 1, 0.5, 1), 4, 2);
    assertEquals(
        sgd.run(ones(4), new SplittableRandom(9)).release(),
        sgd.run(ones(4), new SplittableRandom(9)).release());
    assertEquals(sgd.event(), sgd.run(ones(4), new SplittableRandom(9)).event());
  }

  @Test
  void anInterruptionReleasesNothing() {
    DpSgd sgd = on(ClippedSchedule.of(3, 1, 0.5, 1), 4, 2);
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, () -> sgd.run(ones(4), new SplittableRandom(1)));
    } finally {
      assertTrue(Thread.interrupted(), "the interruption is left to see");
    }
  }

  @Test
  void refusesUnsuitableDatasetsAndBatches() {
    ClippedSchedule schedule = ClippedSchedule.of(3, 1, 0.5, 1);
    refuses(
        "size of the dataset was 4",
        () -> on(schedule, 5, 2).run(ones(4), new SplittableRandom(1)));
    Dataset loud = ones(4).withRecord(0, new double[] {1}, 7);
    refuses(
        "largest magnitude of a label was 7",
        () -> on(schedule, 4, 2).run(loud, new SplittableRandom(1)));
    refuses("batchSize was 0", () -> on(schedule, 4, 0));
    refuses("batchSize was 5", () -> on(schedule, 4, 5));
    refuses("batchSize was 5", () -> DpSgd.calibrated(schedule, 4, 5, LINEAR, LINE, TARGET));
  }
}
