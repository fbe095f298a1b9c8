package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.StrategyMatrix;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.internal.optimize.RecordingLoss;
import org.assay.algorithms.internal.optimize.clipped.DpFtrl.BandedSquareRoot;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.objective.SoftmaxLoss;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DpFtrlTest {
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(2, 1000);
  private static final Loss LINEAR = LinearPredictionLoss.linear(1, 1);
  private static final Dataset FOUR =
      Dataset.of(new double[][] {{1, 0}, {0, 1}, {0, 0.25}, {0, 0}}, new double[] {1, 1, 1, 1});

  private static DpFtrl on(ClippedSchedule schedule, int records, int batchSize) {
    return DpFtrl.of(schedule, records, batchSize, LINEAR, WIDE);
  }

  private static double[] released(ClippedSchedule schedule, int batchSize) {
    return on(schedule, 4, batchSize).run(FOUR, new SplittableRandom(3)).release().toArray();
  }

  /** Clipped to 1/2 the gradients have the mean -(1/8, 3/16), as two batches on average have. */
  @Test
  void followsTheHandComputedPath() {
    ClippedSchedule four = ClippedSchedule.of(4, 2, 0.5, 1e-9);
    assertArrayEquals(new double[] {1, 1.5}, released(four, 2), 1e-6);
    assertArrayEquals(new double[] {1, 1.5}, released(four, 1), 1e-6);
    ClippedSchedule three = ClippedSchedule.of(3, 2, 0.5, 1e-9);
    assertArrayEquals(new double[] {0.625, 0.9375}, released(three.averaging(2), 4), 1e-7);
    assertArrayEquals(
        new double[] {4.25 * 0.25, 4.25 * 0.375}, released(three.withMomentum(0.5), 4), 1e-7);
  }

  /** Seven records in batches of two: three disjoint ones, again and again in the same order. */
  @Test
  void batchesComeInTheSameOrderInEveryEpoch() {
    Set<List<String>> orders = new HashSet<>();
    for (int seed = 0; seed < 5; seed++) {
      List<String> uses = uses(seed);
      List<String> epoch = uses.subList(0, 6);
      assertEquals(6, Set.copyOf(epoch).size(), "a record comes twice: " + uses);
      assertEquals(epoch, uses.subList(6, 12));
      assertEquals(epoch.subList(0, 2), uses.subList(12, 14));
      assertEquals(14, uses.size());
      orders.add(epoch);
    }
    assertTrue(orders.size() > 1, "the order is never another");
  }

  private static List<String> uses(int seed) {
    RecordingLoss loss = new RecordingLoss();
    Dataset seven = Dataset.of(new double[7][2], new double[] {1, 1, 1, 1, 1, 1, 1});
    DpFtrl.of(ClippedSchedule.of(7, 1, 0.5, 1), 7, 2, loss, WIDE)
        .run(seven, new SplittableRandom(seed));
    return List.of(loss.uses().trim().split(" "));
  }

  @Test
  void staysInTheSet() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
    DpFtrl ftrl = DpFtrl.of(ClippedSchedule.of(6, 3, 0.5, 4), 4, 2, LINEAR, ball);
    double[] release = ftrl.run(FOUR, new SplittableRandom(4)).release().toArray();
    assertTrue(ball.contains(release, 1e-12));
  }

  /**
   * On [-1, 1] two records pull by 3, each to its side. What one of them does beyond the boundary
   * the other undoes: a run of whole epochs ends where it started, while steps from the projected
   * iterate end at the boundary.
   */
  @Test
  void whatIsProjectedDoesNotEnterTheSums() {
    EuclideanBall interval = EuclideanBall.centeredAtOrigin(1, 1);
    Dataset two = Dataset.of(new double[][] {{1}, {1}}, new double[] {1, -1});
    double[] release =
        DpFtrl.of(ClippedSchedule.of(4, 6, 0.5, 1e-9), 2, 1, LINEAR, interval)
            .run(two, new SplittableRandom(5))
            .release()
            .toArray();
    assertArrayEquals(new double[1], release, 1e-6);
  }

  /**
   * Without gradients two steps of size 2 with noise 3 over two batches: C^-1 has the column 1,
   * -1/2, so the sum is z_1/2 + z_2 and a coordinate is N(0, 45). The sum of 4000 squares over 45
   * is within 5 standard deviations, √8000 each, of 4000 but with probability below 1e-6.
   */
  @Test
  void addsTheNoiseOfTheSchedule() {
    Dataset silent = Dataset.of(new double[4][2], new double[] {1, 1, 1, 1});
    DpFtrl ftrl = on(ClippedSchedule.of(2, 2, 0.5, 3), 4, 2);
    SplittableRandom random = new SplittableRandom(6);
    double sum = 0;
    for (int run = 0; run < 2000; run++) {
      for (double coordinate : ftrl.run(silent, random).release().toArray()) {
        sum += coordinate * coordinate / 45;
      }
    }
    assertEquals(4000, sum, 5 * Math.sqrt(8000));
  }

  /** Nine steps over two batches of two; a gradient moves by 2 · 0.5/2 and the noise is 2. */
  @Test
  void theEventIsTheMatrixMechanism() {
    MatrixMechanismEvent event =
        (MatrixMechanismEvent)
            on(ClippedSchedule.of(9, 1, 0.5, 2).withMomentum(0.9).averaging(4), 5, 2).event();
    assertEquals(StrategyMatrix.squareRoot(9, 2), event.matrix());
    assertEquals(5, event.participations());
    assertEquals(2, event.separation());
    assertEquals(REPLACE_ONE, event.adjacency());
    assertEquals(8, event.noiseMultiplier(), 1e-12);
    assertTrue(event.noiseMultiplier() < 8);
  }

  /** What doubles round in 10^4 steps of 2000 bands adds 8e-9 to a change of 1. */
  @Test
  void theEventCountsTheRoundingOfRows() {
    DpFtrl ftrl = on(ClippedSchedule.of(10_000, 1, 0.5, 1), 2000, 1);
    double multiplier = ((MatrixMechanismEvent) ftrl.event()).noiseMultiplier();
    double rounding = 8 * 0.5 * 2000 * Math.sqrt(2e7) * 0x1p-52;
    assertEquals(rounding, 2 / multiplier - 1, 1e-3 * rounding);
  }

  /**
   * Rows of a run and of its neighbour, whose record 0 pulls the other way in step 1 of each epoch:
   * their distance over the noise is the mu of the event, by the closed formula of a Gaussian.
   */
  @Test
  void epsilonIsThatOfTheRowsDistance() {
    DpFtrl ftrl = on(ClippedSchedule.of(6, 1, 0.5, 2), 8, 4);
    double[] coefficients = {1, 0.5};
    double squares = 0;
    for (int row = 0; row < 6; row++) {
      double moved = 0;
      for (int k = 0; k < 2 && k <= row; k++) {
        moved += (row - k) % 2 == 0 ? coefficients[k] * 0.25 : 0;
      }
      squares += moved * moved;
    }
    double mu = Math.sqrt(squares) / 2;
    double delta = 1e-5;
    double epsilon = TightestBound.of(ftrl.event(), REPLACE_ONE).epsilon(delta).value().upper();
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double attained =
        normal.cumulativeProbability(mu / 2 - epsilon / mu)
            - Math.exp(epsilon) * normal.cumulativeProbability(-mu / 2 - epsilon / mu);
    assertEquals(1, attained / delta, 1e-6);
  }

  @Test
  void calibratedNoiseSpendsTheTargetAndTheTextbooksLess() {
    ClippedSchedule steps = ClippedSchedule.of(30, 1, 0.5, 1);
    Guarantee.Approximate target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    double spent = epsilon(DpFtrl.calibrated(steps, 500, 50, LINEAR, WIDE, target).event());
    assertTrue(spent <= 1 && spent > 1 - 1e-5, "spent " + spent);
    double textbook = epsilon(DpFtrl.paperSchedule(steps, 500, 50, LINEAR, WIDE, target).event());
    assertTrue(textbook < 0.95 && textbook > 0.7, "spent " + textbook);
    Guarantee added = new Guarantee.Gaussian(1, AdjacencyRelation.ADD_OR_REMOVE);
    refuses("target was", () -> DpFtrl.calibrated(steps, 500, 50, LINEAR, WIDE, added));
    refuses("target was", () -> DpFtrl.paperSchedule(steps, 500, 50, LINEAR, WIDE, added));
  }

  /** Three epochs of 10 batches of 50 for mu = 1/2: √3 |column| · (2C/50)/mu. */
  @Test
  void calibratedNoiseForMuAndRhoIsTheClosedFormula() {
    ClippedSchedule steps = ClippedSchedule.of(30, 1, 0.5, 1);
    double square = 0;
    for (double coefficient : new BandedSquareRoot(30, 10).coefficients()) {
      square += coefficient * coefficient;
    }
    double expected = Math.sqrt(3 * square) * (2 * 0.5 / 50) / 0.5;
    Guarantee mu = new Guarantee.Gaussian(0.5, REPLACE_ONE);
    assertEquals(1, noise(DpFtrl.calibrated(steps, 500, 50, LINEAR, WIDE, mu)) / expected, 2e-6);
    assertEquals(1, noise(DpFtrl.paperSchedule(steps, 500, 50, LINEAR, WIDE, mu)) / expected, 2e-6);
    DpFtrl ofRho =
        DpFtrl.calibrated(
            steps, 500, 50, LINEAR, WIDE, new Guarantee.ZeroConcentrated(0.125, REPLACE_ONE));
    assertEquals(1, noise(ofRho) / expected, 2e-6);
    double rho = Accountant.rdp(REPLACE_ONE).compose(ofRho.event()).curve().zeroConcentration();
    assertTrue(rho <= 0.125, "spent rho " + rho);
  }

  private static double noise(DpFtrl ftrl) {
    return ftrl.schedule().noiseStandardDeviation();
  }

  private static double epsilon(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
  }

  /** A label of the other sign in both epochs; a twin adds a third of the noise. */
  @Test
  @Tag("slow")
  void anAuditCannotRefuteItAndRefutesTooLittleNoise() {
    double[][] features = new double[4][];
    Arrays.fill(features, new double[] {1, 0});
    Dataset ones = Dataset.of(features, new double[] {1, 1, 1, 1});
    NeighbouringDatasets pair =
        new NeighbouringDatasets(ones, ones.withRecord(0, new double[] {1, 0}, -1));
    ClippedSchedule schedule = ClippedSchedule.of(4, 1, 0.5, 0.5);
    Guarantee claim = Audits.certified(on(schedule, 4, 2).event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, on(schedule, 4, 2), pair, 20_000));
    ClippedSchedule broken = schedule.withNoise(0.5 / 3);
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, on(broken, 4, 2), pair, 20_000));
  }

  @Test
  void aSeedRepeatsARun() {
    DpFtrl ftrl = on(ClippedSchedule.of(5, 1, 0.5, 1), 4, 2);
    assertEquals(
        ftrl.run(FOUR, new SplittableRandom(9)).release(),
        ftrl.run(FOUR, new SplittableRandom(9)).release());
    assertEquals(ftrl.event(), ftrl.run(FOUR, new SplittableRandom(9)).event());
  }

  @Test
  void anInterruptionReleasesNothing() {
    DpFtrl ftrl = on(ClippedSchedule.of(3, 1, 0.5, 1), 4, 2);
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, () -> ftrl.run(FOUR, new SplittableRandom(1)));
    } finally {
      assertTrue(Thread.interrupted(), "the interruption is left to see");
    }
  }

  /** At the origin of two classes a gradient is (p - e_y) ⊗ x, clipped to 0.1. */
  @Test
  void trainsSeveralClasses() {
    EuclideanBall four = EuclideanBall.centeredAtOrigin(4, 1000);
    Dataset one = Dataset.of(new double[][] {{1, 0}}, new double[] {1});
    DpFtrl ftrl = DpFtrl.of(ClippedSchedule.of(1, 1, 0.1, 1e-9), 1, 1, new SoftmaxLoss(2, 1), four);
    double side = 0.1 * Math.sqrt(0.5);
    double[] release = ftrl.run(one, new SplittableRandom(2)).release().toArray();
    assertArrayEquals(new double[] {-side, 0, side, 0}, release, 1e-7);
  }

  @Test
  void refusesUnsuitableDatasetsAndBatches() {
    ClippedSchedule schedule = ClippedSchedule.of(3, 1, 0.5, 1);
    refuses(
        "size of the dataset was 4", () -> on(schedule, 5, 2).run(FOUR, new SplittableRandom(1)));
    Dataset loud = FOUR.withRecord(0, new double[] {1, 0}, 7);
    refuses(
        "largest magnitude of a label was 7",
        () -> on(schedule, 4, 2).run(loud, new SplittableRandom(1)));
    Loss narrow =
        RegularizedLoss.over(
            LinearPredictionLoss.logistic(1),
            1,
            new double[2],
            EuclideanBall.centeredAtOrigin(2, 1));
    refuses("largest distance of the set", () -> DpFtrl.of(schedule, 4, 2, narrow, WIDE));
    refuses("batchSize was 0", () -> on(schedule, 4, 0));
    refuses("batchSize was 5", () -> on(schedule, 4, 5));
    Guarantee mu = new Guarantee.Gaussian(1, REPLACE_ONE);
    refuses("batchSize was 0", () -> DpFtrl.calibrated(schedule, 4, 0, LINEAR, WIDE, mu));
    refuses("batchSize was 0", () -> DpFtrl.paperSchedule(schedule, 4, 0, LINEAR, WIDE, mu));
    refuses("steps was", () -> on(ClippedSchedule.of((1 << 20) + 1, 1, 0.5, 1), 4, 2));
  }
}
