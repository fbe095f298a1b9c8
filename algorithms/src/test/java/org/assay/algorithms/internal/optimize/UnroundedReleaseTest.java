package org.assay.algorithms.internal.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.AlgorithmAudit;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.noise.GaussianNoise;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Why projected noisy SGD rounds what it releases: one step from 0 on one record, whose gradient is
 * 0 or -1. The sum of -1 and a noise of magnitude 1/2 or more is a multiple of 2^-53 as the noise
 * is, and with a smaller noise it lies beyond 1/2, where all doubles are. So a release with lower
 * bits says that the gradient was 0; noise of standard deviation 2 has them with a probability of
 * about 0.15. Later steps add what blurs this.
 */
class UnroundedReleaseTest {
  private static final double NOISE = 2;

  /** What the event says, 2L/noise. */
  private static final Guarantee CLAIM = new Guarantee.Gaussian(1, AdjacencyRelation.REPLACE_ONE);

  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(1, 1000);

  private static final GradientSchedule ONE_STEP =
      GradientSchedule.of(new double[] {1}, new int[] {1}, new double[] {NOISE});

  /** The same step, without the grid. */
  private static double[] unrounded(Dataset dataset, RandomGenerator random) {
    double[] direction = new double[1];
    new LinearLoss().addGradient(new double[1], dataset, 0, 1, direction);
    new GaussianNoise(NOISE).addTo(direction, random);
    double[] w = {-direction[0]};
    WIDE.project(w);
    return w;
  }

  private static AuditReport audit(Mechanism<Dataset> mechanism) {
    Dataset silent = Dataset.of(new double[][] {{0}}, new double[] {1});
    NeighbouringDatasets pair =
        new NeighbouringDatasets(silent, silent.withRecord(0, new double[] {1}, 1));
    return AlgorithmAudit.of(mechanism, CLAIM, pair, 40_000, 151, 1);
  }

  @Test
  @Tag("slow")
  void itsLowBitsNameTheRecordUnlessTheyAreRounded() {
    AuditReport twin = audit(Mechanism.ofVector(UnroundedReleaseTest::unrounded));
    assertEquals(Verdict.REFUTED, twin.verdict(), twin.reason());
    ProjectedNoisySgd shipped = ProjectedNoisySgd.of(ONE_STEP, new LinearLoss(), WIDE);
    AuditReport rounded =
        audit(Mechanism.ofVector((data, random) -> shipped.run(data, random).release().toArray()));
    assertEquals(Verdict.NOT_REFUTED, rounded.verdict(), rounded.reason());
  }
}
