package org.assay.algorithms.internal.optimize.clipped;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.clipped.ClippedSetups.UntunedSchedule;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What DP gradient descent pays for all its steps, beside what the last iterate of the same steps
 * in real numbers is known to cost.
 */
class LastIterateSavingTest {
  private static final double DELTA = 1e-6;

  /**
   * Noise that moves by half the radius hardly meets the boundary, where a run forgets. No bound on
   * a last iterate is about steps with momentum.
   */
  @Test
  @Tag("slow")
  void theUntunedScheduleWouldSaveNothing() {
    for (int features : new int[] {1, 30, 100}) {
      for (int records : new int[] {200, 1000, 100_000}) {
        for (double radius : new double[] {1, 10}) {
          TrainingTask task = new TrainingTask(records, features, Labels.SIGNS, radius);
          for (double epsilon : new double[] {0.1, 1, 8, 40}) {
            Guarantee target = new Guarantee.Approximate(epsilon, DELTA, REPLACE_ONE);
            ClippedSchedule schedule = UntunedSchedule.of(task, NoiseTarget.gaussianMu(target));
            if (schedule.momentum() == 0) {
              assertEquals(1, share(schedule, task), 1e-6, task + " at " + epsilon);
            }
          }
        }
      }
    }
  }

  /** Steps whose noise leads beyond the ball: 250 of them, each by 0.2 in each coordinate. */
  @Test
  void noiseOfSeveralRadiiWouldSaveMoreThanAQuarter() {
    TrainingTask task = new TrainingTask(1000, 4, Labels.SIGNS, 1);
    assertEquals(0.7096, share(ClippedSchedule.of(250, 4, 0.5, 0.05), task), 0.005);
  }

  /** Epsilon of the last iterate over epsilon of all steps. */
  private static double share(ClippedSchedule schedule, TrainingTask task) {
    NoisySgdEvent last = lastIterate(schedule, task);
    return epsilon(last) / epsilon(last.composition());
  }

  private static NoisySgdEvent lastIterate(ClippedSchedule schedule, TrainingTask task) {
    return new NoisySgdEvent(
        new NoisySgd(
            task.records(),
            task.records(),
            schedule.noiseStandardDeviation(),
            schedule.clipNorm(),
            task.ball().diameter(),
            schedule.stepSize(),
            schedule.steps(),
            task.smoothLoss().smoothness(),
            0,
            NoisySgdSampling.FULL_BATCH,
            REPLACE_ONE));
  }

  private static double epsilon(DpEvent event) {
    return TightestBound.of(event, REPLACE_ONE).epsilon(DELTA).value().upper();
  }
}
