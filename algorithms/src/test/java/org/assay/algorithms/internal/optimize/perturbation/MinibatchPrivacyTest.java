package org.assay.algorithms.internal.optimize.perturbation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What minibatch noisy SGD spends, against the claim of its paper and against an auditor. */
class MinibatchPrivacyTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;

  private static double above(double x) {
    return NormalTail.upperTail(Enclosure.exact(x)).midpoint();
  }

  /**
   * Two points: one step, and the average of both reveals it. All records are -e1 but for one,
   * which is e1 or -e1: the mean gradient is N(2k/m, sigma²), k the number of its draws, or N(0,
   * sigma²).
   */
  @Test
  void thePapersConstantsFailWithTwoPoints() {
    MinibatchSchedule paper = MinibatchSchedule.ofPaper(1000, 1130, 1, 2, 1, 1e-6);
    assertEquals(1, paper.steps());
    assertEquals(353, paper.batchSize());
    double shift = 2 / (paper.batchSize() * paper.noiseStandardDeviation());
    double attained = 0;
    for (double cut = 0; cut < 12; cut += 0.01) {
      double p = 0;
      double q = 0;
      double weight = Math.pow(0.999, 353);
      for (int k = 0; k <= 30; k++) {
        p += weight * above(cut - k * shift);
        q += weight * above(cut);
        weight *= (353 - k) / (k + 1.0) / 999;
      }
      attained = Math.max(attained, p - Math.E * q);
    }
    assertTrue(attained > 1.3e-5, "attained delta " + attained);
  }

  /** 1249 steps of 141 of 10,000 records. */
  @Test
  @Tag("slow")
  void thePapersConstantsHoldWithManyPoints() {
    Guarantee.Approximate target = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    EuclideanBall disc = EuclideanBall.centeredAtOrigin(2, 1);
    LinearLoss loss = new LinearLoss();
    MinibatchSchedule paper = MinibatchNoisySgd.paperSchedule(10_000, loss, disc, target);
    MinibatchNoisySgd sgd = MinibatchNoisySgd.of(paper, 10_000, loss, disc);
    double delta = Steps.of(sgd.event(), REPLACE_ONE).losses().delta(1, Accuracy.of(1e-3)).upper();
    assertTrue(delta < 1e-5, "certified delta " + delta);
    MinibatchNoisySgd calibrated = MinibatchNoisySgd.calibrated(10_000, loss, disc, target);
    double ratio = calibrated.schedule().noiseStandardDeviation() / paper.noiseStandardDeviation();
    assertTrue(ratio < 1 && ratio > 0.8, "noise over the paper's " + ratio);
  }

  /** Four records, two draws, three steps; the canary is the opposite of the others. */
  @Test
  @Tag("slow")
  void anAuditCannotRefuteItAndRefutesTooLittleNoise() {
    double delta = 0.01;
    EuclideanBall wide = EuclideanBall.centeredAtOrigin(1, 1000);
    MinibatchSchedule schedule = new MinibatchSchedule(3, 2, 1, 4);
    MinibatchNoisySgd sgd = MinibatchNoisySgd.of(schedule, 4, new LinearLoss(), wide);
    double epsilon = Steps.of(sgd.event(), REPLACE_ONE).losses().epsilon(delta).upper();
    Guarantee claim = new Guarantee.Approximate(epsilon, delta, REPLACE_ONE);
    Dataset first = Dataset.of(new double[][] {{1}, {1}, {1}, {1}}, new double[] {1, 1, 1, 1});
    NeighbouringDatasets pair =
        new NeighbouringDatasets(first, first.withRecord(0, new double[] {-1}, 1));
    var honest = AlgorithmAudit.of(sgd, claim, pair, 20_000, 31, 1);
    assertEquals(Verdict.NOT_REFUTED, honest.verdict(), honest.reason());
    MinibatchNoisySgd twin = MinibatchNoisySgd.of(schedule.withNoise(1), 4, new LinearLoss(), wide);
    var broken = AlgorithmAudit.of(twin, claim, pair, 20_000, 32, 1);
    assertEquals(Verdict.REFUTED, broken.verdict(), broken.reason());
  }
}
