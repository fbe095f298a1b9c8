package org.assay.cli.internal.utility;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.clipped.ClippedSchedule;
import org.assay.algorithms.internal.optimize.clipped.DpGradientDescent;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.DatasetSplit;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.internal.train.MeasuredUtility;
import org.assay.cli.internal.train.Trainer;
import org.assay.cli.internal.train.Utility;

/**
 * What the algorithms are compared with: a constant prediction, and DP gradient descent whose
 * steps, step size and clip norm were tuned on the held-out records themselves. Neither is a
 * private training: the tuning looks at what no guarantee covers, and takes the best of many.
 */
final class Baselines {
  /** The best cell of a grid by the mean over the seeds. */
  static final String TUNED = "tuned-dp-gradient-descent";

  private static final int[] STEPS = {10, 30, 100};
  private static final double[] STEP_SIZES = {0.3, 1, 3, 10, 30};
  private static final double[] CLIP_NORMS = {0.1, 0.3, 1};

  private final ExampleData data;
  private final List<DatasetSplit> splits;

  /**
   * Baselines on a dataset.
   *
   * @param data the dataset
   * @param splits the records of each run
   */
  Baselines(ExampleData data, List<DatasetSplit> splits) {
    this.data = data;
    this.splits = splits;
  }

  /** The constant prediction, which is a model of no features but a last one of 1. */
  UtilityRow constant(double epsilon) {
    List<Double> headlines = new ArrayList<>();
    for (DatasetSplit split : splits) {
      double sum = 0;
      for (int i = 0; i < split.training().size(); i++) {
        sum += split.training().label(i);
      }
      double mean = sum / split.training().size();
      headlines.add(constant(mean, split.heldOut()));
    }
    return row(MeasuredUtility.CONSTANT, epsilon, headlines);
  }

  private double constant(double prediction, Dataset heldOut) {
    double misses = 0;
    for (int i = 0; i < heldOut.size(); i++) {
      misses += data.target().miss(new double[] {prediction}, heldOut.label(i));
    }
    double mean = misses / heldOut.size();
    return data.target().range().map(range -> range.scale() * Math.sqrt(mean)).orElse(1 - mean);
  }

  /**
   * The tuned descent.
   *
   * @param epsilon the budget, which a single run spends
   * @param delta its delta
   * @return the best mean of the grid
   */
  UtilityRow tuned(double epsilon, double delta) {
    Guarantee target = new Guarantee.Approximate(epsilon, delta, AdjacencyRelation.REPLACE_ONE);
    TrainingTask task = data.task(splits.get(0).training().size());
    List<Double> best = List.of();
    for (int steps : STEPS) {
      for (double clipNorm : CLIP_NORMS) {
        for (double stepSize : STEP_SIZES) {
          ClippedSchedule schedule = ClippedSchedule.of(steps, stepSize, clipNorm, 1);
          List<Double> headlines = headlines(schedule, task, target);
          best = best.isEmpty() || isBetter(headlines, best) ? headlines : best;
        }
      }
    }
    return row(TUNED, epsilon, best);
  }

  private List<Double> headlines(ClippedSchedule schedule, TrainingTask task, Guarantee target) {
    Loss loss = task.smoothLoss();
    EuclideanBall ball = task.ball();
    Training training =
        new Training(
            DpGradientDescent.calibrated(schedule, task.records(), loss, ball, target), loss, ball);
    List<Double> headlines = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      DatasetSplit split = splits.get(i);
      double[] model =
          Trainer.run(training, split.training(), OptionalLong.of(i + 1)).release().toArray();
      headlines.add(Utility.exact(model, loss, split.heldOut(), data.target()).headline());
    }
    return headlines;
  }

  private boolean isBetter(List<Double> headlines, List<Double> best) {
    double difference = Mean.of(headlines).value() - Mean.of(best).value();
    return data.target().range().isPresent() ? difference < 0 : difference > 0;
  }

  private UtilityRow row(String name, double epsilon, List<Double> headlines) {
    Mean headline = Mean.of(headlines);
    int runs = headlines.size();
    double none = Double.NaN;
    return new UtilityRow(
        data.name(),
        name,
        epsilon,
        runs,
        headline.value(),
        runs > 1 ? headline.error() : 0,
        none,
        none,
        "");
  }
}
