package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.objective.SoftmaxLoss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DpGradientDescentTest {
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(2, 1000);
  private static final Loss LINEAR = LinearPredictionLoss.linear(1, 1);
  private static final Dataset FOUR =
      Dataset.of(new double[][] {{1, 0}, {0, 1}, {0, 0.25}, {0, 0}}, new double[] {1, 1, 1, 1});

  private static DpGradientDescent on(ClippedSchedule schedule, int records) {
    return DpGradientDescent.of(schedule, records, LINEAR, WIDE);
  }

  private static double[] released(ClippedSchedule schedule) {
    return on(schedule, 4).run(FOUR, new SplittableRandom(3)).release().toArray();
  }

  /**
   * Clipped to 1/2 the gradients sum to -(1/2, 3/4), a mean of -(1/8, 3/16): steps of size 2 lead
   * to (1/4, 3/8), (1/2, 3/4), (3/4, 9/8). With momentum 1/2 directions are 1, 3/2 and 7/4 means.
   */
  @Test
  void followsTheHandComputedPath() {
    ClippedSchedule plain = ClippedSchedule.of(3, 2, 0.5, 1e-9);
    assertArrayEquals(new double[] {0.75, 1.125}, released(plain), 1e-7);
    assertArrayEquals(new double[] {0.625, 0.9375}, released(plain.averaging(2)), 1e-7);
    assertArrayEquals(new double[] {0.5, 0.75}, released(plain.averaging(3)), 1e-7);
    assertArrayEquals(
        new double[] {4.25 * 0.25, 4.25 * 0.375}, released(plain.withMomentum(0.5)), 1e-7);
  }

  @Test
  void staysInTheSet() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
    DpGradientDescent descent =
        DpGradientDescent.of(ClippedSchedule.of(5, 3, 0.5, 4), 4, LINEAR, ball);
    double[] release = descent.run(FOUR, new SplittableRandom(4)).release().toArray();
    assertTrue(ball.contains(release, 1e-12));
  }

  /**
   * Without gradients two steps of size 2 with noise 3 give N(0, 72) in each of 2 coordinates. The
   * sum of 4000 squares over 72 is within 5 standard deviations, √8000 each, of 4000 but with
   * probability below 1e-6.
   */
  @Test
  void addsTheNoiseOfTheSchedule() {
    Dataset silent = Dataset.of(new double[4][2], new double[] {1, 1, 1, 1});
    DpGradientDescent descent = on(ClippedSchedule.of(2, 2, 0.5, 3), 4);
    SplittableRandom random = new SplittableRandom(6);
    double sum = 0;
    for (int run = 0; run < 2000; run++) {
      for (double coordinate : descent.run(silent, random).release().toArray()) {
        sum += coordinate * coordinate / 72;
      }
    }
    assertEquals(4000, sum, 5 * Math.sqrt(8000));
  }

  /** Nine steps of sensitivity 2 · 0.5/4 with noise 2: multiplier 8. */
  @Test
  void theEventIsTheCompositionOfAllSteps() {
    DpGradientDescent descent =
        on(ClippedSchedule.of(9, 1, 0.5, 2).withMomentum(0.9).averaging(4), 4);
    SelfComposedEvent steps = (SelfComposedEvent) descent.event();
    assertEquals(9, steps.count());
    GaussianEvent step = (GaussianEvent) steps.event();
    assertEquals(REPLACE_ONE, step.adjacency());
    assertEquals(0.25, step.sensitivity().value(), 1e-14);
    assertTrue(step.sensitivity().value() > 0.25);
    assertEquals(8, step.noiseMultiplier(), 1e-12);
    assertTrue(step.noiseMultiplier() * step.sensitivity().value() <= 2);
  }

  /** Delta of the Gaussian mechanism with mu = √T 2C/(n sigma), by its closed formula. */
  @Test
  void epsilonIsThatOfOneGaussian() {
    DpGradientDescent descent = on(ClippedSchedule.of(9, 1, 0.5, 2), 4);
    double delta = 1e-5;
    double epsilon = TightestBound.of(descent.event(), REPLACE_ONE).epsilon(delta).value().upper();
    double mu = 3.0 / 8;
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
    double spent = epsilon(DpGradientDescent.calibrated(steps, 500, LINEAR, WIDE, target).event());
    assertTrue(spent <= 1 && spent > 1 - 1e-5, "spent " + spent);
    double textbook =
        epsilon(DpGradientDescent.paperSchedule(steps, 500, LINEAR, WIDE, target).event());
    assertTrue(textbook < 0.95 && textbook > 0.7, "spent " + textbook);
    Guarantee.Gaussian mu = new Guarantee.Gaussian(0.5, REPLACE_ONE);
    double calibrated = noise(DpGradientDescent.calibrated(steps, 500, LINEAR, WIDE, mu));
    double byRho = noise(DpGradientDescent.paperSchedule(steps, 500, LINEAR, WIDE, mu));
    assertEquals(1, calibrated / byRho, 2e-6);
    Guarantee added = new Guarantee.Gaussian(1, AdjacencyRelation.ADD_OR_REMOVE);
    refuses("target was", () -> DpGradientDescent.calibrated(steps, 500, LINEAR, WIDE, added));
    refuses("target was", () -> DpGradientDescent.paperSchedule(steps, 500, LINEAR, WIDE, added));
  }

  private static double noise(DpGradientDescent descent) {
    return descent.schedule().noiseStandardDeviation();
  }

  private static double epsilon(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(1e-5).value().upper();
  }

  /** Labels of opposite sign push every step apart by 2C/n; a twin adds a third of the noise. */
  @Test
  @Tag("slow")
  void anAuditCannotRefuteItAndRefutesTooLittleNoise() {
    Dataset ones =
        Dataset.of(new double[][] {{1, 0}, {1, 0}, {1, 0}, {1, 0}}, new double[] {1, 1, 1, 1});
    NeighbouringDatasets pair =
        new NeighbouringDatasets(ones, ones.withRecord(0, new double[] {1, 0}, -1));
    ClippedSchedule schedule = ClippedSchedule.of(4, 1, 0.5, 0.5).withMomentum(0.3);
    Guarantee claim = Audits.certified(on(schedule, 4).event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, on(schedule, 4), pair, 20_000));
    ClippedSchedule broken = schedule.withNoise(0.5 / 3);
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, on(broken, 4), pair, 20_000));
  }

  @Test
  void aSeedRepeatsARun() {
    DpGradientDescent descent = on(ClippedSchedule.of(3, 1, 0.5, 1), 4);
    ParameterVector first = descent.run(FOUR, new SplittableRandom(9)).release();
    assertEquals(first, descent.run(FOUR, new SplittableRandom(9)).release());
    assertEquals(descent.event(), descent.run(FOUR, new SplittableRandom(9)).event());
  }

  @Test
  void anInterruptionReleasesNothing() {
    DpGradientDescent descent = on(ClippedSchedule.of(3, 1, 0.5, 1), 4);
    Thread.currentThread().interrupt();
    try {
      assertThrows(CancellationException.class, () -> descent.run(FOUR, new SplittableRandom(1)));
    } finally {
      assertTrue(Thread.interrupted(), "the interruption is left to see");
    }
  }

  /**
   * At the origin of two classes gradients are (p - e_y) ⊗ x of norm √(1/2) |x|, clipped to 0.1.
   */
  @Test
  void trainsSeveralClasses() {
    EuclideanBall four = EuclideanBall.centeredAtOrigin(4, 1000);
    Dataset one = Dataset.of(new double[][] {{1, 0}}, new double[] {1});
    DpGradientDescent descent =
        DpGradientDescent.of(ClippedSchedule.of(1, 1, 0.1, 1e-9), 1, new SoftmaxLoss(2, 1), four);
    double side = 0.1 * Math.sqrt(0.5);
    double[] release = descent.run(one, new SplittableRandom(2)).release().toArray();
    assertArrayEquals(new double[] {-side, 0, side, 0}, release, 1e-7);
  }

  @Test
  void refusesUnsuitableDatasetsAndSchedules() {
    ClippedSchedule schedule = ClippedSchedule.of(3, 1, 0.5, 1);
    refuses("size of the dataset was 4", () -> on(schedule, 5).run(FOUR, new SplittableRandom(1)));
    Dataset flat = Dataset.of(new double[4][3], new double[] {1, 1, 1, 1});
    refuses(
        "dimension of parameters on the dataset was 3",
        () -> on(schedule, 4).run(flat, new SplittableRandom(1)));
    Dataset loud = FOUR.withRecord(0, new double[] {1, 0}, 7);
    refuses(
        "largest magnitude of a label was 7",
        () -> on(schedule, 4).run(loud, new SplittableRandom(1)));
    Loss narrow =
        RegularizedLoss.over(
            LinearPredictionLoss.logistic(1),
            1,
            new double[2],
            EuclideanBall.centeredAtOrigin(2, 1));
    refuses("largest distance of the set", () -> DpGradientDescent.of(schedule, 4, narrow, WIDE));
    refuses("records", () -> on(schedule, 0));
    refuses("steps", () -> ClippedSchedule.of(0, 1, 0.5, 1));
    refuses("stepSize", () -> ClippedSchedule.of(3, Double.NaN, 0.5, 1));
    refuses("clipNorm", () -> ClippedSchedule.of(3, 1, 1e-101, 1));
    refuses("noiseStandardDeviation", () -> ClippedSchedule.of(3, 1, 0.5, 0));
    refuses("momentum", () -> schedule.withMomentum(1));
    refuses("momentum", () -> schedule.withMomentum(Double.NaN));
    refuses("averaged", () -> schedule.averaging(0));
    refuses("averaged", () -> schedule.averaging(4));
  }
}
