package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyFrankWolfe.FrankWolfeSchedule;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.TrainingTask;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Audits in two dimensions, noise of index 3; the canary is the opposite of the other records. */
@Tag("slow")
class LpAuditTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final double DELTA = 0.01;
  private static final LinearPredictionLoss LINEAR = LinearPredictionLoss.linear(1, 1);
  private static final LpBall BALL = LpBall.of(2, 1.5, 50);
  private static final Dataset FIRST =
      Dataset.of(new double[][] {{1, 0}, {1, 0}, {1, 0}, {1, 0}}, new double[] {1, 1, 1, 1});
  private static final NeighbouringDatasets PAIR =
      new NeighbouringDatasets(FIRST, FIRST.withRecord(0, new double[] {1, 0}, -1));

  private static GeneralizedGaussianNoise noise(double sigma) {
    return new GeneralizedGaussianNoise(new SmoothNorm(2, 3, 3), sigma);
  }

  private static void audit(PrivateAlgorithm honest, PrivateAlgorithm twin, long seed) {
    double epsilon = Accountant.rdp(REPLACE_ONE).compose(honest.event()).epsilonAt(DELTA).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, DELTA, REPLACE_ONE);
    var report = AlgorithmAudit.of(honest, claim, PAIR, 20_000, seed, 1, 0);
    assertEquals(Verdict.NOT_REFUTED, report.verdict(), report.reason());
    var broken = AlgorithmAudit.of(twin, claim, PAIR, 20_000, seed + 1, 1, 0);
    assertEquals(Verdict.REFUTED, broken.verdict(), broken.reason());
  }

  @Test
  void mirrorDescent() {
    MirrorSchedule schedule = new MirrorSchedule(2, 2, 0.1, noise(5));
    audit(
        NoisyMirrorDescent.of(schedule, 4, LINEAR, BALL),
        NoisyMirrorDescent.of(schedule.withSigma(0.5), 4, LINEAR, BALL),
        71);
  }

  /** Labels of ±1 far beyond the ball's reach keep the gradients of the first batch apart. */
  @Test
  void frankWolfe() {
    LinearPredictionLoss logistic = LinearPredictionLoss.logistic(1);
    LpBall ball = LpBall.of(2, 1.5, 0.1);
    audit(
        NoisyFrankWolfe.of(
            new FrankWolfeSchedule(2, 1, 1, 0.5, noise(1), noise(0.2)), logistic, ball),
        NoisyFrankWolfe.of(
            new FrankWolfeSchedule(2, 1, 1, 0.5, noise(0.1), noise(0.02)), logistic, ball),
        73);
  }

  /** The noisy gradient itself, which shows more than the point it leads to. */
  @Test
  void generalizedGaussianMechanism() {
    NoisyMeanGradient honest =
        NoisyMeanGradient.of(
            new GeneralizedGaussianMechanism(
                noise(0.5), NoisyMeanGradient.sensitivity(4, LINEAR, 2)),
            4,
            LINEAR,
            BALL);
    double epsilon = Accountant.rdp(REPLACE_ONE).compose(honest.event()).epsilonAt(DELTA).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, DELTA, REPLACE_ONE);
    assertEquals(Verdict.NOT_REFUTED, verdict(honest, claim, PAIR, 75));
    NoisyMeanGradient twin =
        NoisyMeanGradient.of(
            new GeneralizedGaussianMechanism(
                noise(0.1), NoisyMeanGradient.sensitivity(4, LINEAR, 2)),
            4,
            LINEAR,
            BALL);
    assertEquals(Verdict.REFUTED, verdict(twin, claim, PAIR, 76));
  }

  /** On the ball of index 1.2 with 16 features the noise is not Gaussian; the twin has a fifth. */
  @Test
  void theMechanismOnTheBallOfAnotherIndex() {
    NoisyMeanGradient honest = onBallOfIndex(0.5);
    double epsilon = Accountant.rdp(REPLACE_ONE).compose(honest.event()).epsilonAt(DELTA).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, DELTA, REPLACE_ONE);
    assertEquals(Verdict.NOT_REFUTED, verdict(honest, claim, wide(), 77));
    assertEquals(Verdict.REFUTED, verdict(onBallOfIndex(12.5), claim, wide(), 78));
  }

  private static NoisyMeanGradient onBallOfIndex(double rho) {
    TrainingTask task = new TrainingTask(4, 16, TrainingTask.Labels.SIGNS, 1).withBallIndex(1.2);
    Guarantee target = new Guarantee.ZeroConcentrated(rho, REPLACE_ONE);
    return (NoisyMeanGradient)
        AlgorithmRegistry.find("generalized-gaussian-mechanism")
            .orElseThrow()
            .calibrated()
            .setUp(task, target)
            .algorithm();
  }

  private static NeighbouringDatasets wide() {
    double[] along = new double[16];
    along[0] = 1;
    Dataset first =
        Dataset.of(new double[][] {along, along, along, along}, new double[] {1, 1, 1, 1});
    return new NeighbouringDatasets(first, first.withRecord(0, along, -1));
  }

  private static Verdict verdict(
      NoisyMeanGradient algorithm, Guarantee claim, NeighbouringDatasets records, long seed) {
    double[] direction = new double[records.first().dimension()];
    direction[0] = 1;
    AdjacentPair<Dataset> pair =
        AdjacentPair.of("one record replaced", records.first(), records.second(), REPLACE_ONE)
            .withCanaryDirection(direction);
    return Auditor.of(claim)
        .errorProbability(AlgorithmAudit.FALSE_ALARM)
        .seed(seed)
        .maximumRuns(20_000)
        .audit(Mechanism.<Dataset>ofVector(algorithm::releaseGradient), List.of(pair))
        .verdict();
  }
}
