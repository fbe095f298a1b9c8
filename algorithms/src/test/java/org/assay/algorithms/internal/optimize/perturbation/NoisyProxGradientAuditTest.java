package org.assay.algorithms.internal.optimize.perturbation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NoisyProxGradientAuditTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;

  /** Where all residuals are far from 0 the envelope's gradient is the loss's: the worst case. */
  @Test
  @Tag("slow")
  void anAuditCannotRefuteItAndRefutesTooLittleNoise() {
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(1, 1000);
    MoreauEnvelope envelope = new MoreauEnvelope(LinearPredictionLoss.absolute(1, 500), 1);
    MinibatchSchedule schedule = new MinibatchSchedule(2, 2, 1, 4);
    NoisyProxGradient prox = NoisyProxGradient.of(schedule, 4, envelope, wide);
    double epsilon = Steps.of(prox.event(), REPLACE_ONE).losses().epsilon(0.01).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, 0.01, REPLACE_ONE);
    Dataset first =
        Dataset.of(new double[][] {{1}, {1}, {1}, {1}}, new double[] {500, 500, 500, 500});
    NeighbouringDatasets pair =
        new NeighbouringDatasets(first, first.withRecord(0, new double[] {1}, -500));
    var honest = AlgorithmAudit.of(prox, claim, pair, 20_000, 33, 1);
    assertEquals(Verdict.NOT_REFUTED, honest.verdict(), honest.reason());
    NoisyProxGradient twin = NoisyProxGradient.of(schedule.withNoise(1), 4, envelope, wide);
    var broken = AlgorithmAudit.of(twin, claim, pair, 20_000, 34, 1);
    assertEquals(Verdict.REFUTED, broken.verdict(), broken.reason());
  }
}
