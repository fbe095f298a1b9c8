package org.assay.algorithms.internal.optimize.clipped;

import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.AlgorithmEntry.Calibrated;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** Sets the algorithms of this package up for tasks, with schedules that need no tuning. */
public final class ClippedSetups {
  /** A tenth of the records: many steps see little less noise than with all of them. */
  private static final int BATCHES_OF_AN_EPOCH = 10;

  private ClippedSetups() {}

  /** An algorithm on all records with the noise that a target needs. */
  @FunctionalInterface
  public interface OnAll {
    /** The algorithm. */
    PrivateAlgorithm of(
        ClippedSchedule schedule, int records, Loss loss, EuclideanBall set, Guarantee target);
  }

  /** An algorithm on batches with the noise that a target needs. */
  @FunctionalInterface
  public interface OnBatches {
    /** The algorithm. */
    PrivateAlgorithm of(
        ClippedSchedule schedule,
        int records,
        int batchSize,
        Loss loss,
        EuclideanBall set,
        Guarantee target);
  }

  /** All records in every batch. */
  public static Calibrated onAll(OnAll algorithm) {
    return (task, target) ->
        train(task, target, UntunedSchedule.of(task, NoiseTarget.gaussianMu(target)), algorithm);
  }

  /** Batches of a tenth of the records, drawn in every step. */
  public static Calibrated onSamples(OnBatches algorithm) {
    return onAll(
        (schedule, records, loss, set, target) ->
            algorithm.of(schedule, records, batchSize(records), loss, set, target));
  }

  /** Batches of a tenth of the records, in the same order in every epoch. */
  public static Calibrated inEpochs(OnBatches algorithm) {
    return (task, target) -> {
      int batchSize = batchSize(task.records());
      ClippedSchedule epochs =
          UntunedSchedule.ofEpochs(
              task, NoiseTarget.gaussianMu(target), task.records() / batchSize);
      return train(
          task,
          target,
          epochs,
          (schedule, records, loss, set, wanted) ->
              algorithm.of(schedule, records, batchSize, loss, set, wanted));
    };
  }

  private static Training train(
      TrainingTask task, Guarantee target, ClippedSchedule schedule, OnAll algorithm) {
    Loss loss = task.smoothLoss();
    EuclideanBall set = task.ball();
    return new Training(algorithm.of(schedule, task.records(), loss, set, target), loss, set);
  }

  private static int batchSize(int records) {
    return Math.max(1, records / BATCHES_OF_AN_EPOCH);
  }
}
