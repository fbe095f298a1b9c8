package org.assay.algorithms.internal.optimize.clipped;

import java.util.List;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.algorithms.run.TrainingTask.Labels;

/** The registry's entries for descent along clipped gradients, from number 26 on. */
public final class ClippedEntries {
  /** A tenth of the records: many steps see little less noise than with all of them. */
  private static final int BATCHES_OF_AN_EPOCH = 10;

  private static final String CLIPPED =
      "the gradient of every record is clipped (by construction); convexity and the step size do"
          + " not matter";
  private static final String EXACT_NUMBER =
      "checked: exactly the public number of records, dimensions, and that the loss knows every"
          + " record";
  private static final String PUBLIC =
      "assumed: steps, clip norm and step size do not depend on the data";

  private ClippedEntries() {}

  /**
   * The entries.
   *
   * @return one for each algorithm, in the order of their numbers
   */
  public static List<AlgorithmEntry> entries() {
    return List.of(gradientDescent(), sgd(), ftrl());
  }

  private static AlgorithmEntry gradientDescent() {
    return new AlgorithmEntry(
        "dp-gradient-descent",
        26,
        "DP gradient descent",
        "[@AbadiEtAl2016], Algorithm 1 with all records in every batch; [@BunSteinke2016],"
            + " Proposition 1.3",
        "The composition of all steps, exactly: T Gaussians of sensitivity 2C/n for clip norm C are"
            + " one of √T times that. Steps, their size, momentum and clip norm follow from the"
            + " numbers of records and features, the radius and the budget. The paper's schedule"
            + " takes the textbook's conversion from zCDP, which adds more noise than an epsilon"
            + " and a delta need.",
        List.of(CLIPPED, EXACT_NUMBER, PUBLIC),
        Labels.all(),
        (task, target) -> train(task, target, DpGradientDescent::calibrated),
        (task, target) -> train(task, target, DpGradientDescent::paperSchedule));
  }

  private static AlgorithmEntry sgd() {
    return new AlgorithmEntry(
        "dp-sgd",
        27,
        "DP-SGD on Poisson batches",
        "[@AbadiEtAl2016], Algorithm 1",
        "The composition of all steps, each a Gaussian on a Poisson sample of a tenth of the"
            + " records, for a record that is replaced. The paper's schedule calibrates the noise"
            + " for a record's presence, as the paper does, and spends more where one is replaced."
            + " For rho or mu the samples count for nothing.",
        List.of(CLIPPED, EXACT_NUMBER, PUBLIC, "batches and their sizes are not released"),
        Labels.all(),
        (task, target) -> train(task, target, ClippedEntries::sampled),
        (task, target) -> train(task, target, ClippedEntries::sampledForPresence));
  }

  private static AlgorithmEntry ftrl() {
    return new AlgorithmEntry(
        "dp-ftrl",
        28,
        "DP-FTRL with correlated noise",
        "[@KairouzEtAl2021], Algorithm 1, with the matrix of [@FichtenbergerHenzingerUpadhyay2023];"
            + " [@BunSteinke2016], Proposition 1.3",
        "A matrix mechanism on the gradients of batches of a tenth of the records, in the same"
            + " order in every epoch: one Gaussian, exactly. It needs no secret sample, and a step"
            + " reads a tenth of the records. The paper's schedule takes the textbook's conversion"
            + " from zCDP, which adds more noise than an epsilon and a delta need.",
        List.of(CLIPPED, EXACT_NUMBER, PUBLIC),
        Labels.all(),
        (task, target) -> ftrl(task, target, DpFtrl::calibrated),
        (task, target) -> ftrl(task, target, DpFtrl::paperSchedule));
  }

  /** An algorithm with the noise that a target needs. */
  private interface Calibration {
    PrivateAlgorithm of(
        ClippedSchedule schedule, int records, Loss loss, EuclideanBall set, Guarantee target);
  }

  private static Training train(TrainingTask task, Guarantee target, Calibration calibration) {
    ClippedSchedule schedule = UntunedSchedule.of(task, NoiseTarget.gaussianMu(target));
    Loss loss = task.smoothLoss();
    EuclideanBall set = task.ball();
    return new Training(calibration.of(schedule, task.records(), loss, set, target), loss, set);
  }

  /** An algorithm on batches with the noise that a target needs. */
  private interface BatchCalibration {
    PrivateAlgorithm of(
        ClippedSchedule schedule,
        int records,
        int batchSize,
        Loss loss,
        EuclideanBall set,
        Guarantee target);
  }

  private static Training ftrl(TrainingTask task, Guarantee target, BatchCalibration calibration) {
    int batchSize = batchSize(task.records());
    ClippedSchedule schedule =
        UntunedSchedule.ofEpochs(task, NoiseTarget.gaussianMu(target), task.records() / batchSize);
    Loss loss = task.smoothLoss();
    EuclideanBall set = task.ball();
    return new Training(
        calibration.of(schedule, task.records(), batchSize, loss, set, target), loss, set);
  }

  private static PrivateAlgorithm sampled(
      ClippedSchedule schedule, int records, Loss loss, EuclideanBall set, Guarantee target) {
    return DpSgd.calibrated(schedule, records, batchSize(records), loss, set, target);
  }

  private static PrivateAlgorithm sampledForPresence(
      ClippedSchedule schedule, int records, Loss loss, EuclideanBall set, Guarantee target) {
    return DpSgd.paperSchedule(schedule, records, batchSize(records), loss, set, target);
  }

  private static int batchSize(int records) {
    return Math.max(1, records / BATCHES_OF_AN_EPOCH);
  }
}
