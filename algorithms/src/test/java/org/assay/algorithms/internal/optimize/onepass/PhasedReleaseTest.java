package org.assay.algorithms.internal.optimize.onepass;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.onepass.PhasedErm.RegularizedSolver;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.ParameterVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhasedReleaseTest {
  private static final EuclideanBall UNIT = EuclideanBall.centeredAtOrigin(2, 1);
  private static final EuclideanBall FOUR = EuclideanBall.centeredAtOrigin(4, 1);

  /** So much privacy budget that no noise is left to speak of. */
  private static final double QUIET = 1e9;

  private static PhasedRelease release(
      List<StableSolver> solvers, double noise, EuclideanBall set) {
    Guarantee claim = new Guarantee.Gaussian(1, AdjacencyRelation.REPLACE_ONE);
    return PhasedRelease.of(solvers, solver -> noise, claim, new LinearLoss(), set, 1);
  }

  private static int[] records(PhasedRelease release) {
    return release.phases().stream().mapToInt(phase -> phase.solver().records()).toArray();
  }

  private static double[] noise(PhasedRelease release) {
    return release.phases().stream()
        .mapToDouble(phase -> phase.noise().standardDeviation())
        .toArray();
  }

  @Test
  void halvesTheRecords() {
    assertArrayEquals(new int[] {8, 4, 2, 1}, PhasedRelease.halves(16));
    assertArrayEquals(new int[] {9, 4, 2, 1, 1}, PhasedRelease.halves(17));
    assertArrayEquals(new int[] {1}, PhasedRelease.halves(2));
    refuses("records was 1", () -> PhasedRelease.halves(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 1000, 4095, 4097})
  void phasesNeverNeedMoreRecordsThanThereAre(int records) {
    int[] sizes = PhasedRelease.halves(records);
    assertEquals((int) Math.ceil(Math.log(records) / Math.log(2) - 1e-9), sizes.length);
    int used = IntStream.of(sizes).sum();
    assertTrue(used <= records && used >= records - 1);
  }

  /** n = 16, d = 4, L = 1, D = 2, rho = 1: eta = 2 min(1, 1/2) = 1, sigma_i = 4 4^-i. */
  @Test
  void phasedSgdUsesThePapersConstants() {
    PhasedRelease sgd = PhasedSgd.paperSchedule(16, 1, new LinearLoss(), FOUR);
    assertArrayEquals(new int[] {8, 4, 2, 1}, records(sgd));
    assertArrayEquals(new double[] {1, 0.25, 0.0625, 0.015625}, noise(sgd), 1e-15);
    assertEquals(
        10 * 2 * (0.25 + 2.0 / 16), PhasedSgd.paperExcessLoss(16, 1, new LinearLoss(), FOUR));
  }

  /** delta = e^-4: eta = 2 min(1, 1/(2 · 2)) = 1/2, sigma_i = 4 · 4^-i/2 · 2. */
  @Test
  void phasedErmUsesThePapersConstants() {
    PhasedRelease erm = PhasedErm.paperSchedule(16, 1, Math.exp(-4), new LinearLoss(), FOUR);
    assertArrayEquals(new double[] {1, 0.25, 0.0625, 0.015625}, noise(erm), 1e-12);
    RegularizedSolver first = (RegularizedSolver) erm.phases().get(0).solver();
    assertEquals(0.125, first.stepSize(), 1e-12);
    assertEquals(3 * 0.125, first.sensitivity(), 1e-12);
    refuses("delta was 0.5", () -> PhasedErm.paperSchedule(16, 1, 0.5, new LinearLoss(), FOUR));
  }

  /** n = 1000: ln ln n = 1.93, so k = 2 and eta = 16 ln n/(lambda n), then /4 and /16. */
  @Test
  void stronglyConvexPhasesUseThePapersConstants() {
    Loss loss = ridge(1, UNIT);
    PhasedRelease sgd = StronglyConvexPhasedSgd.paperSchedule(1000, 1, loss, UNIT);
    assertArrayEquals(new int[] {500, 500}, records(sgd));
    double eta = 16 * Math.log(1000) / 1000;
    assertArrayEquals(new double[] {4 * 2 * eta / 4, 4 * 2 * eta / 16}, noise(sgd), 1e-12);
    refuses("stepSize was", () -> StronglyConvexPhasedSgd.paperSchedule(20, 1, loss, UNIT));
    assertEquals(2, StronglyConvexPhasedSgd.calibrated(20, 1, loss, UNIT).phases().size());
  }

  private static Loss ridge(double lambda, EuclideanBall ball) {
    return RegularizedLoss.over(
        LinearPredictionLoss.linear(1, 1), lambda, new double[ball.dimension()], ball);
  }

  /** log2 256 = 8, log2 8 = 3 runs of 256/8 · 2^(i − 2) records. */
  @Test
  void reductionDoublesItsRuns() {
    assertArrayEquals(new int[] {16, 32, 64}, StronglyConvexReduction.sizes(256));
    for (int records = 16; records < 5000; records++) {
      assertTrue(IntStream.of(StronglyConvexReduction.sizes(records)).sum() <= records);
    }
    PhasedRelease reduction = StronglyConvexReduction.calibrated(256, 1, ridge(1, UNIT), UNIT);
    assertEquals(4 + 5 + 6, reduction.phases().size());
    assertTrue(reduction.totalRecords() <= 256);
    refuses("records was 15", () -> StronglyConvexReduction.sizes(15));
  }

  /**
   * Two phases of 2 and 1 records of linear losses with slope -1, eta = 4 · ¼ = 1, ¼: averages of 0
   * and 1, then the start.
   */
  @Test
  void phasesStartWhereThePreviousEnded() {
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(1, 100);
    AveragedDescent one = AveragedDescent.uniform(2, 1, new LinearLoss(), wide);
    AveragedDescent two = AveragedDescent.uniform(2, 0.25, new LinearLoss(), wide);
    PhasedRelease release = release(List.of(one, two), 1e-9, wide);
    Dataset ones = Dataset.of(new double[][] {{1}, {1}, {1}, {1}}, new double[] {1, 1, 1, 1});
    double result = release.run(ones, new SplittableRandom(1)).release().get(0);
    assertEquals(0.5 + 0.125, result, 1e-7);
    double moved =
        release
            .withStartingPoint(new double[] {3})
            .run(ones, new SplittableRandom(1))
            .release()
            .get(0);
    assertEquals(3.625, moved, 1e-7);
    refuses("startingPoint was [200.0]", () -> release.withStartingPoint(new double[] {200}));
  }

  @Test
  void releasesPointsOfTheSetAndTheStatedEvent() {
    PhasedRelease loud = PhasedSgd.calibrated(8, 0.001, new LinearLoss(), UNIT);
    Dataset dataset = Samples.signs(8, 2, new SplittableRandom(5));
    for (long seed = 0; seed < 20; seed++) {
      ParameterVector release = loud.run(dataset, new SplittableRandom(seed)).release();
      assertTrue(UNIT.contains(release.toArray(), 1e-9));
      assertEquals(release, loud.run(dataset, new SplittableRandom(seed)).release());
      assertNotEquals(release, loud.run(dataset, new SplittableRandom(seed + 100)).release());
    }
    assertSame(loud.event(), loud.run(dataset, new SplittableRandom(1)).event());
  }

  /** Twice the square of the chi-square's tail bound at x = 16 has probability below 3e-7. */
  @Test
  void theNoiseHasTheStatedSecondMoment() {
    int d = 5000;
    double x = 16;
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(d, 1e6);
    AveragedDescent still = AveragedDescent.uniform(1, 1, new LinearLoss(), wide);
    PhasedRelease release = release(List.of(still), 0.7, wide);
    Dataset silent = Dataset.of(new double[1][d], new double[] {1});
    double squares = 0;
    for (double w : release.run(silent, new SplittableRandom(71)).release().toArray()) {
      squares += (w / 0.7) * (w / 0.7);
    }
    double width = 2 * Math.sqrt(d * x);
    assertTrue(squares >= d - width && squares <= d + width + 2 * x, "squares " + squares);
  }

  @Test
  void refusesUnsuitableDatasets() {
    PhasedRelease sgd = PhasedSgd.calibrated(8, QUIET, LinearPredictionLoss.logistic(1), UNIT);
    SplittableRandom random = new SplittableRandom(6);
    Dataset seven = Samples.signs(6, 2, random);
    refuses("size of the dataset was 6", () -> sgd.run(seven, random));
    Dataset flat = Samples.signs(8, 1, random);
    refuses("dimension of parameters on the dataset was 1", () -> sgd.run(flat, random));
    Dataset outlier = Samples.signs(8, 2, random).withRecord(3, new double[] {3, 4}, 1);
    refuses("largest norm of a record was 5.0", () -> sgd.run(outlier, random));
    refuses(
        "strongConvexity was 0.0",
        () -> StronglyConvexReduction.calibrated(64, 1, LinearPredictionLoss.logistic(1), UNIT));
  }

  @Test
  void stopsWhenInterrupted() {
    PhasedRelease sgd = PhasedSgd.calibrated(8, 1, new LinearLoss(), UNIT);
    Dataset dataset = Samples.signs(8, 2, new SplittableRandom(7));
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, () -> sgd.run(dataset, new SplittableRandom(8)));
    } finally {
      assertTrue(Thread.interrupted());
    }
  }
}
