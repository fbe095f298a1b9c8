package org.assay.algorithms.internal.optimize.perturbation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.FaultyLoss;
import org.assay.algorithms.internal.optimize.RepeatedDraws;
import org.assay.algorithms.internal.optimize.perturbation.ObjectivePerturbation.AcceleratedDescent;
import org.assay.algorithms.internal.optimize.perturbation.ObjectivePerturbation.MinimizerSearch;
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

/**
 * Mistakes other than too little noise, each in a run whose event does not know of it. The canary's
 * label is +1 or -1, the other records' is +1. A true claim is refuted with probability at most
 * 1e-6.
 */
class PerturbationTwinsTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final double DELTA = 0.01;
  private static final long RUNS = 20_000;
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(1, 1000);
  private static final LinearPredictionLoss LINEAR = LinearPredictionLoss.linear(1, 1);

  private static NeighbouringDatasets pair(int records, double feature, double label) {
    double[][] features = new double[records][];
    double[] labels = new double[records];
    Arrays.fill(features, new double[] {feature});
    Arrays.fill(labels, label);
    Dataset first = Dataset.of(features, labels);
    return new NeighbouringDatasets(first, first.withRecord(0, new double[] {feature}, -label));
  }

  private static Guarantee certified(DpEvent event) {
    double epsilon = TightestBound.of(event, REPLACE_ONE).epsilon(DELTA).value().upper();
    return new Guarantee.Approximate(epsilon, DELTA, REPLACE_ONE);
  }

  private static void stands(PrivateAlgorithm algorithm, NeighbouringDatasets pair, long seed) {
    Guarantee claim = certified(algorithm.event());
    AuditReport report = AlgorithmAudit.of(algorithm, claim, pair, RUNS, seed, 1);
    assertEquals(Verdict.NOT_REFUTED, report.verdict(), report.reason());
  }

  private static void falls(
      Mechanism<Dataset> twin, DpEvent declared, NeighbouringDatasets pair, long seed) {
    AuditReport report = AlgorithmAudit.of(twin, certified(declared), pair, RUNS, seed, 1);
    assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
  }

  private static void falls(PrivateAlgorithm twin, NeighbouringDatasets pair, long seed) {
    falls(
        Mechanism.ofVector((data, random) -> twin.run(data, random).release().toArray()),
        twin.event(),
        pair,
        seed);
  }

  private static MinibatchNoisySgd minibatch(Loss loss, int steps, int batchSize, double noise) {
    return MinibatchNoisySgd.of(new MinibatchSchedule(steps, batchSize, 1, noise), 20, loss, WIDE);
  }

  /** Records three times as long as the loss declares. */
  @Test
  @Tag("slow")
  void minibatchGradientsThatAreNotClippedFall() {
    Loss longer = FaultyLoss.unclipped(LINEAR, LinearPredictionLoss.linear(3, 1));
    stands(minibatch(LINEAR, 3, 2, 2), pair(20, 1, 1), 101);
    falls(minibatch(longer, 3, 2, 2), pair(20, 3, 1), 102);
  }

  /** Amplification by sampling is declared, and every draw is the first record. */
  @Test
  void aMinibatchThatIsNotDrawnFalls() {
    Loss first = FaultyLoss.redirected(LINEAR, i -> 0);
    falls(minibatch(first, 3, 2, 2), pair(20, 1, 1), 103);
  }

  private static final MinibatchSchedule MANY_STEPS = new MinibatchSchedule(256, 1, 0.1, 8);

  /** Fresh draws are declared, a twentieth of them the canary; it is in all steps or in none. */
  @Test
  @Tag("slow")
  void aMinibatchThatIsDrawnOnceFalls() {
    MinibatchNoisySgd honest = MinibatchNoisySgd.of(MANY_STEPS, 20, LINEAR, WIDE);
    stands(honest, pair(20, 1, 1), 104);
    falls(reused(honest), honest.event(), pair(20, 1, 1), 105);
  }

  private static Mechanism<Dataset> reused(PrivateAlgorithm honest) {
    return Mechanism.ofVector(
        (data, random) -> honest.run(data, new RepeatedDraws(random, 1)).release().toArray());
  }

  private static MoreauEnvelope envelope(LinearPredictionLoss loss) {
    return new MoreauEnvelope(loss, 1);
  }

  /** A proximal slope that is not kept within the loss's own: that of a square, 5 at label 10. */
  @Test
  @Tag("slow")
  void proximalSlopesBeyondTheLossFall() {
    MoreauEnvelope declared = envelope(LinearPredictionLoss.absolute(1, 10));
    Loss beyond =
        FaultyLoss.unclipped(declared, envelope(LinearPredictionLoss.squared(1, 10, 1000)));
    stands(minibatch(declared, 2, 2, 2), pair(20, 1, 10), 106);
    falls(minibatch(beyond, 2, 2, 2), pair(20, 1, 10), 107);
  }

  @Test
  @Tag("slow")
  void aProximalBatchThatIsDrawnOnceFalls() {
    NoisyProxGradient honest =
        NoisyProxGradient.of(MANY_STEPS, 20, envelope(LinearPredictionLoss.absolute(1, 500)), WIDE);
    stands(honest, pair(20, 1, 500), 108);
    falls(reused(honest), honest.event(), pair(20, 1, 500), 109);
  }

  private static ObjectivePerturbation perturbed(PerturbationSchedule schedule) {
    return ObjectivePerturbation.exact(schedule, LINEAR, WIDE);
  }

  /** The mean training loss at the release, -w times the mean label, tells the labels. */
  @Test
  void aTrainingLossBesideTheMinimizerFalls() {
    ObjectivePerturbation honest = perturbed(new PerturbationSchedule(1, 3, 1e-4, 0.1));
    falls(
        Mechanism.ofVector((data, random) -> withLoss(honest, data, random)),
        honest.event(),
        pair(3, 1, 1),
        110);
  }

  private static double[] withLoss(
      PrivateAlgorithm algorithm, Dataset data, RandomGenerator random) {
    double[] w = algorithm.run(data, random).release().toArray();
    return new double[] {w[0], LINEAR.meanValue(w, data)};
  }

  /**
   * Any solver may be used that comes within the tolerance. This one is at its far end, on the side
   * that the first record's label names: the worst case of the output noise.
   */
  private record Telling() implements MinimizerSearch {
    @Override
    public double[] minimize(
        PerturbedObjective objective, double tolerance, RandomGenerator random) {
      double[] w = new AcceleratedDescent().minimize(objective, tolerance / 1000, random);
      double[] slope = new double[1];
      objective.addLossGradient(w, 0, 1, slope);
      w[0] -= 0.999 * tolerance * slope[0];
      return w;
    }

    @Override
    public String name() {
      return "the worst solver";
    }
  }

  private static ObjectivePerturbation telling(double outputNoise) {
    return new ObjectivePerturbation(
        new PerturbationSchedule(1, 40, 40, outputNoise), LINEAR, WIDE, new Telling());
  }

  /** Output noise of 80 for points up to 80 apart is a Gaussian of mu 1. */
  @Test
  @Tag("slow")
  void theWorstSolverIsHiddenByTheOutputNoiseAndByNoLess() {
    ObjectivePerturbation honest = telling(80);
    stands(honest, pair(3, 1, 1), 111);
    ObjectivePerturbation twin = telling(0.01);
    falls(
        Mechanism.ofVector((data, random) -> twin.run(data, random).release().toArray()),
        honest.event(),
        pair(3, 1, 1),
        112);
  }

  /** Records three times as long as the loss declares move the minimizer three times as far. */
  @Test
  @Tag("slow")
  void unclippedRecordsInObjectivePerturbationFall() {
    ObjectivePerturbation honest = perturbed(new PerturbationSchedule(1, 3, 1e-4, 0.1));
    ObjectivePerturbation twin =
        ObjectivePerturbation.exact(honest.schedule(), LinearPredictionLoss.linear(3, 1), WIDE);
    stands(honest, pair(3, 1, 1), 113);
    falls(
        Mechanism.ofVector((data, random) -> twin.run(data, random).release().toArray()),
        honest.event(),
        pair(3, 3, 1),
        114);
  }
}
