package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.L1Ball;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyFrankWolfe.FrankWolfeSchedule;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.CoordinateBound;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the algorithms spend on records whose features are at most 1 each, in d = 9 dimensions. */
class CoordinateRecordsTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final int DIMENSION = 9;
  private static final double MAXIMUM = Double.POSITIVE_INFINITY;
  private static final CoordinateBound BOUND = new CoordinateBound(1, DIMENSION);
  private static final LinearPredictionLoss LOGISTIC = BOUND.loss(LinearPredictionLoss::logistic);
  private static final LinearPredictionLoss LINEAR =
      BOUND.loss(norm -> LinearPredictionLoss.linear(norm, 1));
  private static final Polytope L1 = L1Ball.of(DIMENSION, 1).toPolytope();
  private static final LpBall BALL = LpBall.of(DIMENSION, 1.5, 2);

  /** Entries named in the package's documents, in the registry's order. */
  private static final Set<String> ANY_NORM =
      Set.of(
          "private-frank-wolfe",
          "generalized-gaussian-mechanism",
          "noisy-mirror-descent",
          "noisy-frank-wolfe");

  private static double epsilon(ParallelEvent event, int part) {
    ComposedEvent runs = (ComposedEvent) event.events().get(part);
    return ((ReportNoisyMaxEvent) ((SelfComposedEvent) runs.events().get(0)).event()).epsilon();
  }

  /**
   * Noise 1, diameter 2, G = 2: first 2 · 2/4; later 2 (1/2)(2 (1/4) 2 + 2) = 3, whatever d is. In
   * the Euclidean pair, L = 3 and β = 9/4, it would be 2 · 6/4 and 2 (1/2)(2 (9/4) 2 + 6) = 15.
   */
  @Test
  void theChoicesOfVerticesCostNothingForTheDimension() {
    PolyhedralSchedule schedule = new PolyhedralSchedule(4, 1, 0.5, 1, 1, 1);
    ParallelEvent event = (ParallelEvent) PolyhedralFrankWolfe.of(schedule, LOGISTIC, L1).event();
    assertEquals(1, epsilon(event, 0), 1e-4);
    assertEquals(3, epsilon(event, 1), 1e-4);
    assertTrue(epsilon(event, 0) >= 1 && epsilon(event, 1) >= 3);
  }

  /** A square's 1-norm diameter is 4, its Euclidean one √8: for unit records that is tighter. */
  @Test
  void polytopesAreMeasuredInTheTighterPair() {
    Polytope square = Polytope.of(new double[][] {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}});
    PolytopeGeometry geometry = PolytopeGeometry.of(LinearPredictionLoss.logistic(1), square);
    assertEquals(Math.sqrt(8), geometry.diameter(), 1e-12);
    assertEquals(2, geometry.gradients().sensitivity(), 0);
    LinearPredictionLoss flat =
        new CoordinateBound(1, 2).loss(norm -> LinearPredictionLoss.huber(1, norm, 1));
    PolytopeGeometry ball = PolytopeGeometry.of(flat, L1Ball.of(2, 1).toPolytope());
    assertEquals(2, ball.gradients().sensitivity(), 0);
    assertEquals(1, ball.size(), 0);
  }

  /** Scores of random neighbours, corners among them, never differ by more than the range. */
  @Test
  void noReplacedRecordMovesTheScoresByMoreThanTheirRange() {
    PolytopeGeometry geometry = PolytopeGeometry.of(LOGISTIC, L1);
    double most = geometry.diameter() * geometry.change();
    SplittableRandom random = new SplittableRandom(81);
    double largest = 0;
    for (int trial = 0; trial < 3000; trial++) {
      double[] x = inBall(random);
      double[] last = inBall(random);
      double[] change = new double[DIMENSION];
      addVariation(x, last, record(random), 1, change);
      addVariation(x, last, record(random), -1, change);
      double range = 2 * new LpNorm(MAXIMUM).value(change);
      largest = Math.max(largest, range);
      assertTrue(range <= most * (1 + 1e-12), range + " above " + most);
    }
    assertTrue(largest > 0.6 * most, "the largest range was " + largest + " of " + most);
  }

  /** (1 - eta)(g(x) - g(last))/eta + g(x) with |x - last| up to eta M: eta = 1/2 here. */
  private static void addVariation(
      double[] x, double[] last, Dataset record, double sign, double[] sum) {
    LOGISTIC.addGradient(x, record, 0, 2 * sign, sum);
    LOGISTIC.addGradient(last, record, 0, -sign, sum);
  }

  private static double[] inBall(SplittableRandom random) {
    double[] point = new double[DIMENSION];
    point[random.nextInt(DIMENSION)] = random.nextBoolean() ? 1 : -1;
    return point;
  }

  private static Dataset record(SplittableRandom random) {
    double[] features = new double[DIMENSION];
    boolean corner = random.nextInt(4) > 0;
    for (int j = 0; j < DIMENSION; j++) {
      double sign = random.nextBoolean() ? 1 : -1;
      features[j] = corner ? sign : random.nextDouble(-1, 1);
    }
    return Dataset.of(new double[][] {features}, new double[] {random.nextBoolean() ? 1 : -1});
  }

  /** Index 3: gradients are up to 9^(1/3) long, and points of the ball 4 apart in the dual norm. */
  @Test
  void noiseIsForTheNormItIsCalibratedIn() {
    SmoothNorm cubic = new SmoothNorm(DIMENSION, 3, 3);
    double norm = Math.cbrt(DIMENSION);
    assertEquals(2 * norm / 4, NoisyMeanGradient.sensitivity(4, LINEAR, cubic).value(), 1e-9);
    GeneralizedGaussianNoise noise = new GeneralizedGaussianNoise(cubic, 1);
    FrankWolfeSchedule heavy =
        new FrankWolfeSchedule(4, 2, 1, 0.25, new GeneralizedGaussianNoise(cubic, 1e6), noise);
    double later = 2 * (norm * norm / 4) * 0.25 * 4;
    assertEquals(later * later, rho(NoisyFrankWolfe.of(heavy, LOGISTIC, BALL)), 1e-6);
    FrankWolfeSchedule light =
        new FrankWolfeSchedule(4, 2, 1, 0.25, noise, new GeneralizedGaussianNoise(cubic, 1e6));
    assertEquals(norm * norm / 4, rho(NoisyFrankWolfe.of(light, LOGISTIC, BALL)), 1e-6);
  }

  /** Noise in the maximum norm: sensitivity 2/n, and points are measured in the 1-norm. */
  @Test
  void noiseMayBeForTheMaximumNorm() {
    SmoothNorm maximum = new SmoothNorm(DIMENSION, MAXIMUM, 4);
    assertEquals(0.5, NoisyMeanGradient.sensitivity(4, LINEAR, maximum).value(), 1e-9);
    GeneralizedGaussianNoise noise = new GeneralizedGaussianNoise(maximum, 1);
    FrankWolfeSchedule schedule =
        new FrankWolfeSchedule(4, 2, 1, 0.25, new GeneralizedGaussianNoise(maximum, 1e6), noise);
    double later = 2 * 0.25 * 0.25 * 4 * Math.cbrt(DIMENSION) * maximum.distortion();
    assertEquals(3 * later * later / 2, rho(NoisyFrankWolfe.of(schedule, LOGISTIC, BALL)), 1e-6);
  }

  private static double rho(NoisyFrankWolfe algorithm) {
    return Accountant.rdp(REPLACE_ONE).compose(algorithm.event()).curve().zeroConcentration();
  }

  /** Every algorithm sets such a task up within the target or says that it cannot. */
  @Tag("slow")
  @Test
  void algorithmsForEuclideanNormsRefuseTheTask() {
    TrainingTask task =
        new TrainingTask(2000, DIMENSION, Labels.SIGNS, 2).withRecordNorm(RecordNorm.INFINITY);
    Guarantee target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    for (AlgorithmEntry entry : AlgorithmRegistry.all()) {
      for (var setup :
          new AlgorithmEntry.Calibrated[] {entry.calibrated(), entry.paperSchedule()}) {
        if (ANY_NORM.contains(entry.id())) {
          var loss = setup.setUp(task, target).loss();
          double[] ones = new double[DIMENSION];
          Arrays.fill(ones, 1);
          loss.requireSupported(Dataset.of(new double[][] {ones}, new double[] {1}));
        } else {
          refuses("recordNorm was infinity", () -> setup.setUp(task, target));
        }
      }
    }
    refuses(
        "recordNorm was infinity",
        () -> TrainingTask.ofClasses(10, 2, 3, 1).withRecordNorm(RecordNorm.INFINITY).smoothLoss());
  }

  /** On the 1-norm's ball of radius 2 a prediction is at most 2, so a residual at most 3. */
  @Test
  void squaredErrorsAreSquaresOnTheWholeBall() {
    TrainingTask task =
        new TrainingTask(100, DIMENSION, Labels.BOUNDED_NUMBERS, 2)
            .withRecordNorm(RecordNorm.INFINITY);
    LpNorm maximum = new LpNorm(MAXIMUM);
    assertEquals(3, task.smoothLossOn(new LpNorm(1)).constants(maximum).lipschitzConstant(), 0);
    double third = Math.cbrt(DIMENSION);
    assertEquals(
        (2 * third + 1) * third,
        task.smoothLossOn(new LpNorm(1.5)).constants(new LpNorm(3)).lipschitzConstant(),
        1e-9);
    assertEquals(
        0.5,
        task.withResidualThreshold(0.5)
            .smoothLossOn(new LpNorm(1))
            .constants(maximum)
            .lipschitzConstant(),
        0);
    refuses("order of the gradients' norm", () -> task.smoothLossOn(new LpNorm(3)));
  }
}
