package org.assay.algorithms.internal.optimize.multipass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.Refusals;
import org.assay.algorithms.internal.optimize.Audits;
import org.assay.algorithms.internal.optimize.Instances;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.audit.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LpNoisySgdTest {
  private static final LinearLoss LOSS = new LinearLoss();

  private static NoisySgdSchedule schedule(double noise) {
    return new NoisySgdSchedule(NoisySgdSampling.FIXED_SIZE, 4, 2, 60, 0.1, noise);
  }

  /** M = 2 and d^(1/2 - 1/4) = 2 for d = 16, p = 4. */
  @Test
  void theEventHasTheEuclideanDiameter() {
    NoisySgdEvent event = (NoisySgdEvent) LpNoisySgd.of(schedule(1), LOSS, 16, 4, 1).event();
    assertEquals(4, event.run().diameter(), 1e-12);
    Refusals.refuses("order", () -> LpNoisySgd.of(schedule(1), LOSS, 16, 2, 1));
  }

  @Test
  void releasesLieInTheBall() {
    MultipassNoisySgd algorithm = LpNoisySgd.of(schedule(5), LOSS, 3, 4, 1);
    for (int seed = 0; seed < 50; seed++) {
      double[] w =
          algorithm
              .run(Instances.biased(4, 1, 0.5, 0.5, 0.5), new SplittableRandom(seed))
              .release()
              .toArray();
      double sum = 0;
      for (double coordinate : w) {
        sum += Math.pow(coordinate, 4);
      }
      assertTrue(sum <= 1.01, "sum of fourth powers " + sum);
    }
  }

  /** The minimizer of -(w_1 + w_2)/4 has equal coordinates 2^(-1/4). */
  @Test
  void excessFallsWithTheNumberOfRecords() {
    double few = excess(100);
    double many = excess(1600);
    assertTrue(few < 0.3 && many < few / 8, few + " and " + many);
  }

  private static double excess(int records) {
    Dataset data = Instances.biased(records, 0.75, 0.5, 0.5);
    Guarantee target = new Guarantee.ZeroConcentrated(0.5, AdjacencyRelation.REPLACE_ONE);
    MultipassNoisySgd algorithm =
        MultipassSetups.calibrated(records, LOSS, LpNoisySgd.ball(2, 4, 1), target);
    double best = Math.pow(2, -0.25);
    double least = LOSS.meanValue(new double[] {best, best}, data);
    double sum = 0;
    for (int seed = 0; seed < 40; seed++) {
      double[] w = algorithm.run(data, new SplittableRandom(seed)).release().toArray();
      sum += LOSS.meanValue(w, data) - least;
    }
    return sum / 40;
  }

  @Test
  @Tag("slow")
  void auditStandsByTheEventAndRefutesBrokenTwins() {
    NeighbouringDatasets pair = Instances.canaryAmongZeros(4);
    MultipassNoisySgd right = LpNoisySgd.of(schedule(1.5), LOSS, 1, 4, 0.05);
    Guarantee claim = Audits.certified(right.event());
    assertEquals(Verdict.NOT_REFUTED, Audits.verdict(claim, right, pair, 60_000));
    MultipassNoisySgd quiet = LpNoisySgd.of(schedule(0.3), LOSS, 1, 4, 0.05);
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, quiet, pair, 60_000));
    MultipassNoisySgd wide = LpNoisySgd.of(schedule(1.5), LOSS, 1, 4, 1e6);
    assertEquals(Verdict.REFUTED, Audits.verdict(claim, wide, pair, 60_000));
  }
}
