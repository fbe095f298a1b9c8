package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.internal.geometry.L1Ball;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.noise.GeneralizedGaussianMechanism;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.CoordinateBound;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Records with all of nine features at 1, one of the other class. The twins have the noise of
 * records of Euclidean norm 1: a third of what these records, three times as long, need.
 */
@Tag("slow")
class CoordinateAuditTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final double DELTA = 0.01;
  private static final int DIMENSION = 9;
  private static final LinearPredictionLoss LINEAR =
      new CoordinateBound(1, DIMENSION).loss(norm -> LinearPredictionLoss.linear(norm, 1));

  private static NeighbouringDatasets pair(int records) {
    double[][] rows = new double[records][DIMENSION];
    double[] labels = new double[records];
    for (double[] row : rows) {
      Arrays.fill(row, 1);
    }
    Arrays.fill(labels, 1);
    Dataset first = Dataset.of(rows, labels);
    return new NeighbouringDatasets(first, first.withRecord(0, rows[0], -1));
  }

  private static Verdict verdict(
      Mechanism<Dataset> mechanism, DpEvent declared, NeighbouringDatasets pair, long seed) {
    double epsilon = Accountant.rdp(REPLACE_ONE).compose(declared).epsilonAt(DELTA).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, DELTA, REPLACE_ONE);
    double[] canary = new double[DIMENSION];
    Arrays.fill(canary, 1);
    return AlgorithmAudit.of(mechanism, claim, pair, 20_000, seed, canary).verdict();
  }

  @Test
  void choicesOfVertices() {
    Polytope ball = L1Ball.of(DIMENSION, 1).toPolytope();
    PolyhedralSchedule schedule = new PolyhedralSchedule(1, 1, 0.25, 4, 2, 1);
    PolyhedralFrankWolfe honest = PolyhedralFrankWolfe.of(schedule, LINEAR, ball);
    PolyhedralFrankWolfe twin =
        PolyhedralFrankWolfe.of(schedule.withNoiseMultiplier(1.0 / 3), LINEAR, ball);
    assertEquals(Verdict.NOT_REFUTED, verdict(released(honest), honest.event(), pair(2), 91));
    assertEquals(Verdict.REFUTED, verdict(released(twin), honest.event(), pair(2), 92));
  }

  private static Mechanism<Dataset> released(PolyhedralFrankWolfe algorithm) {
    return Mechanism.ofVector((data, random) -> algorithm.run(data, random).release().toArray());
  }

  /** Noise of index 3 for a mean that moves by 9^(1/3)/2. */
  @Test
  void noiseOnTheMeanGradient() {
    NoisyMeanGradient honest = meanGradient(2);
    NoisyMeanGradient twin = meanGradient(2.0 / 3);
    assertEquals(
        Verdict.NOT_REFUTED,
        verdict(Mechanism.ofVector(honest::releaseGradient), honest.event(), pair(4), 93));
    assertEquals(
        Verdict.REFUTED,
        verdict(Mechanism.ofVector(twin::releaseGradient), honest.event(), pair(4), 94));
  }

  private static NoisyMeanGradient meanGradient(double sigma) {
    SmoothNorm norm = SmoothNorm.smallest(DIMENSION, 3);
    return NoisyMeanGradient.of(
        new GeneralizedGaussianMechanism(
            new GeneralizedGaussianNoise(norm, sigma),
            NoisyMeanGradient.sensitivity(4, LINEAR, norm)),
        4,
        LINEAR,
        LpBall.of(DIMENSION, 1.5, 50));
  }
}
