package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.internal.optimize.FaultyLoss;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyFrankWolfe.FrankWolfeSchedule;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.ReleaseGrid;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Audits in ten dimensions, and mistakes other than too little noise, each in a run whose event
 * does not know of it. A true claim is refuted with probability at most 1e-6.
 */
class NonEuclideanTwinsTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final double DELTA = 0.01;
  private static final long RUNS = 20_000;
  private static final int DIMENSION = 10;
  private static final LinearPredictionLoss LINEAR = LinearPredictionLoss.linear(1, 1);
  private static final LinearPredictionLoss LOGISTIC = LinearPredictionLoss.logistic(1);
  private static final SmoothNorm NORM = SmoothNorm.smallest(DIMENSION, 3);

  /**
   * Equal records of length one, not above it after rounding, or the loss refuses them: along an
   * axis, where the noise's norm is largest, or no axis.
   */
  private static double[] unit(int axes) {
    double[] direction = new double[DIMENSION];
    Arrays.fill(direction, 0, axes, (1 - 0x1p-40) / Math.sqrt(axes));
    return direction;
  }

  /** Records with label +1; the canary's is +1 or -1. */
  private static NeighbouringDatasets pair(int records, int canary, double... features) {
    double[][] rows = new double[records][];
    double[] labels = new double[records];
    Arrays.fill(rows, features);
    Arrays.fill(labels, 1);
    Dataset first = Dataset.of(rows, labels);
    return new NeighbouringDatasets(first, first.withRecord(canary, features, -1));
  }

  private static GeneralizedGaussianNoise noise(double sigma) {
    return new GeneralizedGaussianNoise(NORM, sigma);
  }

  private static Verdict verdict(
      Mechanism<Dataset> mechanism,
      DpEvent declared,
      NeighbouringDatasets pair,
      long seed,
      double... canary) {
    double epsilon = Accountant.rdp(REPLACE_ONE).compose(declared).epsilonAt(DELTA).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, DELTA, REPLACE_ONE);
    AuditReport report = AlgorithmAudit.of(mechanism, claim, pair, RUNS, seed, canary);
    return report.verdict();
  }

  private static Mechanism<Dataset> release(PrivateAlgorithm algorithm) {
    return Mechanism.ofVector((data, random) -> algorithm.run(data, random).release().toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, DIMENSION})
  @Tag("slow")
  void theMechanismStandsInTenDimensions(int axes) {
    NoisyMeanGradient honest = meanGradient(LINEAR);
    double[] canary = unit(axes);
    assertEquals(
        Verdict.NOT_REFUTED,
        verdict(
            Mechanism.ofVector(honest::releaseGradient),
            honest.event(),
            pair(4, 0, canary),
            121,
            canary));
  }

  private static NoisyMeanGradient meanGradient(Loss loss) {
    return NoisyMeanGradient.of(
        new GeneralizedGaussianMechanism(
            noise(0.5), NoisyMeanGradient.sensitivity(4, LINEAR, DIMENSION)),
        4,
        loss,
        LpBall.of(DIMENSION, 1.5, 50));
  }

  /** Gradients four times as long as declared. */
  @Test
  @Tag("slow")
  void theMechanismOnGradientsThatAreNotClippedFalls() {
    NoisyMeanGradient twin =
        meanGradient(FaultyLoss.unclipped(LINEAR, LinearPredictionLoss.linear(4, 1)));
    double[] canary = unit(1);
    canary[0] = 4;
    assertEquals(
        Verdict.REFUTED,
        verdict(
            Mechanism.ofVector(twin::releaseGradient),
            twin.event(),
            pair(4, 0, canary),
            122,
            canary));
  }

  /** The radius of one dimension, {@code |z|²/2 sigma²} from Gamma(1/2), in ten. */
  @Test
  @Tag("slow")
  void noiseWithTheRadiusOfOneDimensionFalls() {
    NoisyMeanGradient honest = meanGradient(LINEAR);
    double[] canary = unit(1);
    assertEquals(
        Verdict.REFUTED,
        verdict(
            Mechanism.ofVector(NonEuclideanTwinsTest::scalarRadius),
            honest.event(),
            pair(4, 0, canary),
            123,
            canary));
  }

  private static double[] scalarRadius(Dataset data, RandomGenerator random) {
    double[] noise = noise(0.5).release(new double[DIMENSION], random);
    double length = new LpNorm(NORM.index()).value(noise);
    double scale = 0.5 * random.nextGaussian() / length;
    double[] release = new double[DIMENSION];
    for (int i = 0; i < data.size(); i++) {
      LINEAR.addGradient(new double[DIMENSION], data, i, 1.0 / data.size(), release);
    }
    Arrays.setAll(release, j -> release[j] + scale * noise[j]);
    return ReleaseGrid.forNoise(0.5).round(release, random);
  }

  private static NoisyMirrorDescent mirror(Loss loss) {
    return NoisyMirrorDescent.of(
        new MirrorSchedule(3, 2, 0.1, noise(2)), 20, loss, LpBall.of(DIMENSION, 1.5, 50));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, DIMENSION})
  @Tag("slow")
  void mirrorDescentStandsInTenDimensions(int axes) {
    double[] canary = unit(axes);
    NoisyMirrorDescent honest = mirror(LINEAR);
    assertEquals(
        Verdict.NOT_REFUTED,
        verdict(release(honest), honest.event(), pair(20, 0, canary), 124, canary));
  }

  /** Draws with replacement are declared, and every draw is the first record. */
  @Test
  @Tag("slow")
  void mirrorDescentOnRecordsThatAreNotDrawnFalls() {
    double[] canary = unit(1);
    NoisyMirrorDescent twin = mirror(FaultyLoss.redirected(LINEAR, i -> 0));
    assertEquals(
        Verdict.REFUTED, verdict(release(twin), twin.event(), pair(20, 0, canary), 125, canary));
  }

  private static NoisyFrankWolfe frankWolfe(Loss loss) {
    return NoisyFrankWolfe.of(
        new FrankWolfeSchedule(2, 1, 1, 0.5, noise(1), noise(0.2)),
        loss,
        LpBall.of(DIMENSION, 1.5, 0.1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, DIMENSION})
  @Tag("slow")
  void frankWolfeStandsInTenDimensions(int axes) {
    double[] canary = unit(axes);
    NoisyFrankWolfe honest = frankWolfe(LOGISTIC);
    assertEquals(
        Verdict.NOT_REFUTED,
        verdict(release(honest), honest.event(), pair(3, 0, canary), 126, canary));
  }

  /** Gradients ten times as long as declared. */
  @Test
  @Tag("slow")
  void frankWolfeOnGradientsThatAreNotClippedFalls() {
    double[] canary = unit(1);
    canary[0] = 10;
    NoisyFrankWolfe twin =
        frankWolfe(FaultyLoss.unclipped(LOGISTIC, LinearPredictionLoss.logistic(10)));
    assertEquals(
        Verdict.REFUTED, verdict(release(twin), twin.event(), pair(3, 0, canary), 127, canary));
  }

  private static NoisyFrankWolfe interval(double laterNoise) {
    SmoothNorm norm = new SmoothNorm(1, 3, 2);
    return NoisyFrankWolfe.of(
        new FrankWolfeSchedule(
            1,
            1,
            1,
            0.5,
            new GeneralizedGaussianNoise(norm, 4),
            new GeneralizedGaussianNoise(norm, laterNoise)),
        LinearPredictionLoss.squared(1, 1, 1),
        LpBall.of(1, 1.5, 1));
  }

  /**
   * On [-1, 1] the squared loss of a record (1, 0) has slope x, so that the gradient changes with
   * the step just made; that of (0, 0) does not. Only with the former may the estimate's sign
   * change, unless there is noise on the change.
   */
  @Test
  @Tag("slow")
  void frankWolfeWithNoiseOnTheFirstGradientOnlyFalls() {
    Dataset still = Dataset.of(new double[][] {{0}, {0}}, new double[] {0, 0});
    NeighbouringDatasets pair =
        new NeighbouringDatasets(still, still.withRecord(1, new double[] {1}, 0));
    NoisyFrankWolfe honest = interval(2);
    assertEquals(Verdict.NOT_REFUTED, verdict(release(honest), honest.event(), pair, 128, 1));
    assertEquals(Verdict.REFUTED, verdict(release(interval(1e-3)), honest.event(), pair, 129, 1));
  }

  private static PolyhedralFrankWolfe polyhedral(Loss loss, double first) {
    return PolyhedralFrankWolfe.of(
        new PolyhedralSchedule(16, 8, 0.25, first, 2, 1),
        loss,
        Polytope.of(new double[][] {{1}, {-1}}));
  }

  /** Twenty-four records without features, but for a canary at a place. */
  private static NeighbouringDatasets canaryAt(int place) {
    double[] labels = new double[24];
    Arrays.fill(labels, 1);
    Dataset silent = Dataset.of(new double[24][1], labels);
    return new NeighbouringDatasets(
        silent.withRecord(place, new double[] {1}, 1),
        silent.withRecord(place, new double[] {1}, -1));
  }

  /** The first choice taken for an initialization that needs no noise. */
  @Test
  @Tag("slow")
  void aFirstChoiceWithoutNoiseFalls() {
    PolyhedralFrankWolfe honest = polyhedral(new LinearLoss(), 0.5);
    PolyhedralFrankWolfe twin = polyhedral(new LinearLoss(), 1e-3);
    assertEquals(
        Verdict.NOT_REFUTED, verdict(release(honest), honest.event(), canaryAt(0), 130, 1));
    assertEquals(Verdict.REFUTED, verdict(release(twin), honest.event(), canaryAt(0), 131, 1));
  }

  /** One pass is declared, and all steps read the record of the first one. */
  @Test
  void aRecordThatIsReadInEveryStepFalls() {
    PolyhedralFrankWolfe honest = polyhedral(new LinearLoss(), 0.5);
    PolyhedralFrankWolfe twin =
        polyhedral(FaultyLoss.redirected(new LinearLoss(), i -> Math.min(i, 16)), 0.5);
    assertEquals(
        Verdict.NOT_REFUTED, verdict(release(honest), honest.event(), canaryAt(16), 132, 1));
    assertEquals(Verdict.REFUTED, verdict(release(twin), twin.event(), canaryAt(16), 133, 1));
  }
}
