package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyFrankWolfe.FrankWolfeSchedule;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyMirrorDescent.DrawnNoiseCurve;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mirror descent, Frank-Wolfe and the mechanism alone, over balls of p-norms. */
class LpAlgorithmsTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final LinearPredictionLoss LINEAR = LinearPredictionLoss.linear(1, 1);
  private static final LinearPredictionLoss SQUARED = LinearPredictionLoss.squared(1, 1, 10);
  private static final LpBall DISC = LpBall.of(2, 2, 1);
  private static final LpBall BALL = LpBall.of(2, 1.5, 1);

  private static GeneralizedGaussianNoise noise(double index, double sigma) {
    return new GeneralizedGaussianNoise(new SmoothNorm(2, index, index), sigma);
  }

  private static Dataset repeated(int n, double... features) {
    double[][] rows = new double[n][];
    double[] labels = new double[n];
    Arrays.fill(rows, features);
    Arrays.fill(labels, 1);
    return Dataset.of(rows, labels);
  }

  /** For p = 2 a mirror step is a gradient step, projected on the disc. */
  @Test
  void theEuclideanMirrorStepIsAProjectedGradientStep() {
    double[] x = {0.3, -0.2};
    double[] inside = NoisyMirrorDescent.step(DISC, x, new double[] {1, 2}, 0.1);
    assertArrayEquals(new double[] {0.2, -0.4}, inside, 1e-15);
    double[] clipped = NoisyMirrorDescent.step(DISC, x, new double[] {-3, 0}, 1);
    double length = Math.hypot(3.3, 0.2);
    assertArrayEquals(new double[] {3.3 / length, -0.2 / length}, clipped, 1e-15);
  }

  /** No nearby point of the ball is better than the mirror step. */
  @Test
  void theMirrorStepMinimizesItsObjective() {
    SplittableRandom random = new SplittableRandom(61);
    for (int trial = 0; trial < 200; trial++) {
      double[] x = {random.nextDouble(-0.6, 0.6), random.nextDouble(-0.4, 0.4)};
      double[] g = {random.nextDouble(-3, 3), random.nextDouble(-3, 3)};
      double[] best = NoisyMirrorDescent.step(BALL, x, g, 0.7);
      assertTrue(BALL.norm().value(best) <= 1 + 1e-12);
      double least = objective(x, g, best);
      for (int probe = 0; probe < 20; probe++) {
        double[] near = {
          best[0] + random.nextDouble(-0.1, 0.1), best[1] + random.nextDouble(-0.1, 0.1)
        };
        double norm = BALL.norm().value(near);
        if (norm > 1) {
          near[0] /= norm;
          near[1] /= norm;
        }
        assertTrue(objective(x, g, near) >= least - 1e-12);
      }
    }
  }

  private static double objective(double[] x, double[] g, double[] y) {
    double[] slope = BALL.norm().halfSquareGradient(x);
    double norm = BALL.norm().value(y);
    double sum = norm * norm;
    for (int j = 0; j < 2; j++) {
      sum += (0.7 * g[j] - 2 * slope[j]) * y[j];
    }
    return sum;
  }

  @Test
  void mirrorDescentComposesAllItsSteps() {
    MirrorSchedule schedule = new MirrorSchedule(5, 2, 0.1, noise(2, 3));
    DpEvent step = noise(2, 3).event(MeanGradientSensitivity.of(LINEAR, 2, 2));
    assertEquals(
        step.sampledWithReplacement(2, 8).times(5),
        NoisyMirrorDescent.of(schedule, 8, LINEAR, DISC).event());
    refuses(
        "order of the ball's norm was 3.0",
        () -> NoisyMirrorDescent.of(schedule, 8, LINEAR, LpBall.of(2, 3, 1)));
    NoisyMirrorDescent mirror = NoisyMirrorDescent.of(schedule, 8, LINEAR, DISC);
    refuses(
        "size of the dataset was 3", () -> mirror.run(repeated(3, 1, 0), new SplittableRandom(1)));
  }

  /** With {@code κ' = 2 ln 2}, 14,000 records are allowed more steps than are run, 400 are not. */
  @Test
  void saysHowManyStepsAreLeftOut() {
    Guarantee.Approximate target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    double points = Math.floor(14_000.0 * 14_000 / (64 * Math.log(2) * Math.log(1e5)));
    LpBall sharp = LpBall.of(2, 1.2, 1);
    MirrorSchedule many = NoisyMirrorDescent.paperSchedule(14_000, LINEAR, sharp, target);
    assertEquals(
        String.format("10000 steps, where the theorem asks for %.0f", points - 1),
        NoisyMirrorDescent.of(many, 14_000, LINEAR, sharp).remark().orElseThrow());
    MirrorSchedule few = NoisyMirrorDescent.paperSchedule(400, LINEAR, sharp, target);
    assertTrue(NoisyMirrorDescent.of(few, 400, LINEAR, sharp).remark().isEmpty());
    refuses("wanted was 4.0", () -> new MirrorSchedule(5, 2, 0.1, noise(2, 3), 4));
  }

  /** The Gaussian's own bound on draws with replacement is below, by a factor of at most nine. */
  @Test
  @Tag("slow")
  void theDrawnCurveCoversTheGaussianAndIsWithinNine() {
    for (int draws : new int[] {1, 5, 40}) {
      double rho = 0.02;
      DpEvent gaussian =
          DpEvent.gaussian(1 / Math.sqrt(2 * rho), Sensitivity.unit(REPLACE_ONE))
              .sampledWithReplacement(draws, 100);
      for (double order : new double[] {1.5, 2, 3}) {
        double truth = Accountant.rdp(REPLACE_ONE).compose(gaussian).curve().at(order).lower();
        double bound = DrawnNoiseCurve.of(rho, draws, 100).at(order).upper();
        assertTrue(
            bound >= truth && bound <= 9 * truth,
            draws + ", " + order + ": " + bound + " " + truth);
      }
      double last = DrawnNoiseCurve.of(rho, draws, 100).at(1000).upper();
      assertEquals(1000.0 * draws * draws * rho, last, 1e-5 * last);
    }
  }

  /** The paper's noise has no factor T: thousands of steps cost far more than promised. */
  @Test
  void thePapersMirrorDescentSpendsMoreThanPromised() {
    Guarantee.Approximate promise = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
    MirrorSchedule paper = NoisyMirrorDescent.paperSchedule(1000, LINEAR, DISC, promise);
    assertEquals((int) (1e6 / (32 * Math.log(1e6))) - 1, paper.steps());
    double perStep = 2 / (paper.batchSize() * paper.noise().sigma());
    assertTrue(perStep > 5, "the mean moves by " + perStep + " standard deviations in one step");
  }

  /** p = 1.05 in 4 dimensions: κ of the dual norm is 2 ln 4, not 20; Phi keeps its factor 20. */
  @Test
  void theMirrorScheduleTakesTheSmootherOfTwoNorms() {
    LpBall ball = LpBall.of(4, 1.05, 1);
    Guarantee.Approximate promise = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
    LinearPredictionLoss loss = LinearPredictionLoss.linear(1, 1);
    MirrorSchedule paper = NoisyMirrorDescent.paperSchedule(1000, loss, ball, promise);
    double kappa = 2 * Math.log(4);
    double log = Math.log(1e6);
    int points = (int) (1e6 / (16 * 4 * kappa * log));
    assertEquals(points - 1, paper.steps());
    assertEquals(Math.sqrt(8 * kappa * log) / 1000, paper.noise().sigma(), 1e-12);
    assertEquals(2 * Math.sqrt(20.0 / (2 * points)), paper.stepSize(), 1e-9);
    MirrorSchedule line =
        NoisyMirrorDescent.paperSchedule(1000, loss, LpBall.of(1, 1.5, 1), promise);
    assertEquals((int) (1e6 / (16 * log)) - 1, line.steps());
  }

  /** Half of 8 records, then batches of one, step 1/4: 2L/4 and 2 β (1/4)(2R)/1 with β = 1. */
  @Test
  void frankWolfeSpendsItsWorstBatch() {
    FrankWolfeSchedule schedule = new FrankWolfeSchedule(4, 2, 1, 0.25, noise(2, 1), noise(2, 2));
    ParallelEvent event = (ParallelEvent) NoisyFrankWolfe.of(schedule, SQUARED, DISC).event();
    double first = SQUARED.lipschitzConstant() / 2;
    double rho = Accountant.rdp(REPLACE_ONE).compose(event).curve().zeroConcentration();
    assertEquals(Math.max(first * first / 2, 1 / 8.0), rho, 1e-4);
    assertEquals(2, event.events().size());
    refuses("smoothness of the loss was 0.0", () -> NoisyFrankWolfe.of(schedule, LINEAR, DISC));
  }

  /** Mean gradient at 0 points to e1: x is 1/4 e1 after one step and 7/16 e1 after two. */
  @Test
  void frankWolfeFollowsTheHandComputedPath() {
    FrankWolfeSchedule schedule =
        new FrankWolfeSchedule(2, 1, 1, 0.25, noise(2, 1e-9), noise(2, 1e-9));
    double[] release =
        NoisyFrankWolfe.of(schedule, SQUARED, DISC)
            .run(repeated(3, 1, 0), new SplittableRandom(62))
            .release()
            .toArray();
    assertArrayEquals(new double[] {7.0 / 16, 0}, release, 1e-7);
  }

  @Test
  @Tag("slow")
  void calibrationsMeetTheirTarget() {
    Guarantee rho = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    NoisyFrankWolfe algorithm = NoisyFrankWolfe.calibrated(400, SQUARED, BALL, rho);
    double spent =
        Accountant.rdp(REPLACE_ONE).compose(algorithm.event()).curve().zeroConcentration();
    assertTrue(spent <= 0.5 && spent > 0.4999, "spent " + spent);
    Guarantee.Approximate target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    NoisyMirrorDescent mirror = NoisyMirrorDescent.calibrated(200, LINEAR, BALL, target);
    double epsilon =
        Cost.of(mirror.event(), REPLACE_ONE)
            .withAccuracy(Cost.CALIBRATION_ACCURACY)
            .epsilon(1e-5)
            .value()
            .upper();
    assertTrue(epsilon <= 1 && epsilon > 0.99, "epsilon " + epsilon);
  }

  @Test
  void theMechanismRefusesASmallerSensitivity() {
    Sensitivity small = new Sensitivity(0.01, REPLACE_ONE);
    GeneralizedGaussianMechanism mechanism = new GeneralizedGaussianMechanism(noise(3, 1), small);
    refuses(
        "sensitivity of the mechanism was 0.01",
        () -> NoisyMeanGradient.of(mechanism, 4, LINEAR, BALL));
  }

  /**
   * Linear loss of mean gradient (-1, 0), minimizer (1, 0), excess in [0, 2]. Noise is small beside
   * the gradient at n = 10,000 and rho = 1 and the steps bring the point to within 0.2; Hoeffding
   * over 50 runs adds 2 √(ln(10^6)/100) = 0.74 to a confident statement, below the trivial 1.
   */
  @Test
  @Tag("slow")
  void allOfThemMinimize() {
    int n = 10_000;
    Dataset dataset = repeated(n, 1, 0);
    Guarantee target = new Guarantee.ZeroConcentrated(1, REPLACE_ONE);
    NoisyFrankWolfe frankWolfe = NoisyFrankWolfe.calibrated(n, SQUARED, BALL, target);
    Sensitivity sensitivity = NoisyMeanGradient.sensitivity(n, LINEAR, 2);
    NoisyMeanGradient mean =
        NoisyMeanGradient.of(
            GeneralizedGaussianMechanism.zeroConcentrated(2, 3, sensitivity, 1), n, LINEAR, BALL);
    NoisyMirrorDescent mirror =
        NoisyMirrorDescent.of(new MirrorSchedule(60, 20, 0.3, noise(3, 0.5)), n, LINEAR, BALL);
    SplittableRandom random = new SplittableRandom(63);
    for (var algorithm : List.of(frankWolfe, mean, mirror)) {
      double sum = 0;
      for (int run = 0; run < 50; run++) {
        sum += 1 - algorithm.run(dataset, random.split()).release().get(0);
      }
      assertTrue(sum / 50 + 0.74 < 1, algorithm + ": " + sum / 50);
    }
  }

  /** Farther out the gradients of a regularizer are longer than its Lipschitz constant. */
  @Test
  void refuseALossThatWasDeclaredForASmallerBall() {
    Loss narrow = RegularizedLoss.of(SQUARED, 1, new double[2], 0.5);
    MirrorSchedule mirror = new MirrorSchedule(5, 2, 0.1, noise(2, 3));
    refuses(
        "largest distance of the set from the center",
        () -> NoisyMirrorDescent.of(mirror, 8, narrow, DISC));
    FrankWolfeSchedule steps = new FrankWolfeSchedule(4, 2, 1, 0.1, noise(2, 3), noise(2, 3));
    refuses(
        "largest distance of the set from the center",
        () -> NoisyFrankWolfe.of(steps, narrow, DISC));
  }
}
