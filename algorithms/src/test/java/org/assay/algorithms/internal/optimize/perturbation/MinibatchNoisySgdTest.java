package org.assay.algorithms.internal.optimize.perturbation;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.ScriptedDraws;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LogisticLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.objective.SoftmaxLoss;
import org.junit.jupiter.api.Test;

class MinibatchNoisySgdTest {
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(2, 1000);
  private static final Dataset THREE =
      Dataset.of(new double[][] {{1, 0}, {0, 1}, {0, -1}}, new double[] {1, 1, 1});

  /**
   * Two steps of size 2 over two draws: (0, 0) → (2, 0), drawn record 0 twice → (2, 0) + (1, 1),
   * records 0 and 1. The average of the three points is (5/3, 1/3).
   */
  @Test
  void followsTheHandComputedPath() {
    MinibatchNoisySgd sgd =
        MinibatchNoisySgd.of(new MinibatchSchedule(2, 2, 2, 1e-9), 3, new LinearLoss(), WIDE);
    ScriptedDraws random = new ScriptedDraws(0, 0, 0, 1);
    double[] release = sgd.run(THREE, random).release().toArray();
    assertArrayEquals(new double[] {5.0 / 3, 1.0 / 3}, release, 1e-7);
    assertEquals(4, random.drawn());
  }

  /**
   * Without gradients the average of both points is half a step of -2 noises: its square over 9 is
   * chi-squared. The sum of 4000 of them is within 5 standard deviations, √8000 each, of 4000 but
   * with probability below 1e-6.
   */
  @Test
  void addsTheNoiseOfTheSchedule() {
    Dataset silent = Dataset.of(new double[3][2], new double[] {1, 1, 1});
    MinibatchNoisySgd sgd =
        MinibatchNoisySgd.of(new MinibatchSchedule(1, 1, 2, 3), 3, new LinearLoss(), WIDE);
    SplittableRandom random = new SplittableRandom(6);
    double sum = 0;
    for (int run = 0; run < 2000; run++) {
      for (double coordinate : sgd.run(silent, random).release().toArray()) {
        sum += coordinate * coordinate / 9;
      }
    }
    assertEquals(4000, sum, 5 * Math.sqrt(8000));
  }

  @Test
  void theReleaseLiesInTheSet() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
    MinibatchNoisySgd sgd =
        MinibatchNoisySgd.of(new MinibatchSchedule(7, 2, 1, 8), 3, new LinearLoss(), ball);
    double[] release = sgd.run(THREE, new SplittableRandom(5)).release().toArray();
    assertTrue(ball.contains(release, 1e-12));
  }

  @Test
  void theEventIsTheCompositionOfAllSteps() {
    MinibatchNoisySgd sgd =
        MinibatchNoisySgd.of(new MinibatchSchedule(9, 4, 1, 8), 16, new LinearLoss(), WIDE);
    SelfComposedEvent steps = (SelfComposedEvent) sgd.event();
    assertEquals(9, steps.count());
    SampledWithReplacementEvent step = (SampledWithReplacementEvent) steps.event();
    assertEquals(4, step.sampleSize());
    assertEquals(16, step.populationSize());
    GaussianEvent noise = (GaussianEvent) step.event();
    assertEquals(0.5, noise.sensitivity().value(), 1e-14);
    assertEquals(16, noise.noiseMultiplier(), 1e-12);
    assertTrue(noise.noiseMultiplier() * 0.5 * (1 + 32 * 0x1p-52) <= 8);
  }

  /** At the origin of two classes the gradient is (p - e_y) x with p = 1/2: a step of size 1. */
  @Test
  void trainsSeveralClasses() {
    Loss softmax = new SoftmaxLoss(2, 1);
    EuclideanBall four = EuclideanBall.centeredAtOrigin(4, 1000);
    MinibatchNoisySgd sgd =
        MinibatchNoisySgd.of(new MinibatchSchedule(1, 1, 1, 1e-9), 3, softmax, four);
    double[] release = sgd.run(THREE, new ScriptedDraws(0)).release().toArray();
    assertArrayEquals(new double[] {-0.25, 0, 0.25, 0}, release, 1e-7);
    MinibatchNoisySgd two =
        MinibatchNoisySgd.of(new MinibatchSchedule(1, 1, 1, 1), 3, softmax, WIDE);
    refuses(
        "dimension of parameters on the dataset was 4", () -> two.run(THREE, new ScriptedDraws(0)));
  }

  @Test
  void refusesUnsuitableDatasets() {
    MinibatchNoisySgd sgd =
        MinibatchNoisySgd.of(new MinibatchSchedule(1, 1, 1, 1), 4, new LinearLoss(), WIDE);
    refuses("size of the dataset was 3", () -> sgd.run(THREE, new SplittableRandom(1)));
    Dataset flat = Dataset.of(new double[4][3], new double[] {1, 1, 1, 1});
    refuses(
        "dimension of parameters on the dataset was 3",
        () -> sgd.run(flat, new SplittableRandom(1)));
    refuses("steps", () -> new MinibatchSchedule(0, 1, 1, 1));
    refuses("stepSize", () -> new MinibatchSchedule(1, 1, Double.NaN, 1));
    Guarantee.Approximate target =
        new Guarantee.Approximate(1, 1e-6, AdjacencyRelation.REPLACE_ONE);
    refuses(
        "records was 8: min(n/8",
        () -> MinibatchNoisySgd.paperSchedule(8, new LinearLoss(), WIDE, target));
  }

  /** n = 1000, d = 2, epsilon = 1, delta = e^-10: min(125, 10^6/640) = 125 points, m = 44. */
  @Test
  void thePaperScheduleIsThePapers() {
    MinibatchSchedule paper = MinibatchSchedule.ofPaper(1000, 2, 3, 6, 1, Math.exp(-10));
    assertEquals(124, paper.steps());
    assertEquals(44, paper.batchSize());
    assertEquals(2 / Math.sqrt(125), paper.stepSize(), 1e-15);
    assertEquals(3e-3 * Math.sqrt(8 * 125 * 10.0), paper.noiseStandardDeviation(), 1e-12);
  }

  /**
   * The mean loss is -0.8 w_1, least at (1, 0). The excess lies in [0, 1.6], so by Hoeffding the
   * mean of 400 runs is within 1.6 √(ln(10^6)/800) = 0.211 of the expectation with probability 1 -
   * 1e-6; the assertion adds it, and stays below the bound with room to spare.
   */
  @Test
  void excessLossIsBelowTheBound() {
    int n = 1000;
    double[][] features = new double[n][];
    double[] labels = new double[n];
    Arrays.setAll(features, i -> new double[] {1, 0});
    Arrays.setAll(labels, i -> i % 10 == 0 ? -1 : 1);
    Dataset dataset = Dataset.of(features, labels);
    MinibatchNoisySgd sgd =
        MinibatchNoisySgd.of(
                new MinibatchSchedule(7, 44, 1, 0.2),
                n,
                new LinearLoss(),
                EuclideanBall.centeredAtOrigin(2, 1))
            .withStartingPoint(new double[] {-1, 0});
    SplittableRandom random = new SplittableRandom(8);
    double sum = 0;
    for (int run = 0; run < 400; run++) {
      sum += 0.8 * (1 - sgd.run(dataset, random.split()).release().get(0));
    }
    double excess = sum / 400;
    assertTrue(excess + 0.211 <= sgd.excessLossBound(), excess + " " + sgd.excessLossBound());
    assertTrue(sgd.excessLossBound() < 1.6, "the bound says something");
  }

  /** Farther out the gradients of a regularizer are longer than its Lipschitz constant. */
  @Test
  void refusesALossThatWasDeclaredForASmallerSet() {
    Loss narrow = RegularizedLoss.of(new LogisticLoss(1), 1, new double[2], 1);
    MinibatchSchedule schedule = new MinibatchSchedule(2, 2, 2, 1);
    refuses(
        "largest distance of the set from the center",
        () -> MinibatchNoisySgd.of(schedule, 3, narrow, WIDE));
  }
}
