package org.assay.cli.train;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/**
 * How the excess population loss grows with n and d, on synthetic records. One coordinate decides
 * the label by a logistic model, the others are a uniformly random direction: the problem stays the
 * same as d grows, and the planted model is the minimizer of the population's logistic loss.
 *
 * @param entry the algorithm
 * @param repetitions number of runs of each point, each on fresh records
 */
public record SlopeStudy(AlgorithmEntry entry, int repetitions) {
  /** Budget of every run, in Gaussian differential privacy. */
  public static final double MU = 1;

  /** Dimension while n grows. */
  public static final int DIMENSION = 10;

  /** Number of records while d grows. */
  public static final int RECORDS = 2000;

  private static final int[] SIZES = {250, 500, 1000, 2000, 4000, 8000};
  private static final int[] DIMENSIONS = {4, 8, 16, 32, 64};
  private static final int FRESH = 4000;
  private static final double RADIUS = 5;
  private static final double PLANTED = 4;

  /**
   * A measured mean.
   *
   * @param x number of records or features
   * @param excess mean excess population loss over the planted model
   */
  public record Point(int x, double excess) {}

  /**
   * Excess loss over the number of records.
   *
   * @return one point for each number
   */
  public List<Point> overRecords() {
    List<Point> points = new ArrayList<>();
    for (int n : SIZES) {
      points.add(new Point(n, excess(n, DIMENSION)));
    }
    return points;
  }

  /**
   * Excess loss over the number of features.
   *
   * @return one point for each number
   */
  public List<Point> overFeatures() {
    List<Point> points = new ArrayList<>();
    for (int d : DIMENSIONS) {
      points.add(new Point(d, excess(RECORDS, d)));
    }
    return points;
  }

  /**
   * The slope of the line that fits the logarithms best.
   *
   * @param points at least two, all above 0
   * @return the slope
   */
  public static double slope(List<Point> points) {
    double n = points.size();
    double x = points.stream().mapToDouble(p -> Math.log(p.x())).sum() / n;
    double y = points.stream().mapToDouble(p -> Math.log(p.excess())).sum() / n;
    double products =
        points.stream().mapToDouble(p -> (Math.log(p.x()) - x) * (Math.log(p.excess()) - y)).sum();
    double squares = points.stream().mapToDouble(p -> Math.pow(Math.log(p.x()) - x, 2)).sum();
    return products / squares;
  }

  private double excess(int records, int features) {
    Guarantee target = new Guarantee.Gaussian(MU, AdjacencyRelation.REPLACE_ONE);
    Training training =
        new Trainer(entry, false, RADIUS, target)
            .setUp(records, features, TrainingTask.Labels.SIGNS);
    LinearPredictionLoss loss = LinearPredictionLoss.logistic(1);
    double[] planted = new double[features];
    planted[0] = PLANTED;
    double sum = 0;
    for (int i = 1; i <= repetitions; i++) {
      SplittableRandom random = new SplittableRandom(i);
      Dataset dataset = sample(records, features, random);
      Dataset fresh = sample(FRESH, features, random);
      double[] model = Trainer.run(training, dataset, OptionalLong.of(i)).release().toArray();
      sum += loss.meanValue(model, fresh) - loss.meanValue(planted, fresh);
    }
    return sum / repetitions;
  }

  private static Dataset sample(int records, int features, SplittableRandom random) {
    double[][] rows = new double[records][features];
    double[] labels = new double[records];
    for (int i = 0; i < records; i++) {
      double norm = 0;
      for (int j = 1; j < features; j++) {
        rows[i][j] = random.nextGaussian();
        norm += rows[i][j] * rows[i][j];
      }
      // Norm 1 but for a margin that covers rounding.
      double length = Math.sqrt(0.5 / norm) * (1 - 1e-12);
      for (int j = 1; j < features; j++) {
        rows[i][j] *= length;
      }
      rows[i][0] = (random.nextBoolean() ? 1 : -1) * Math.sqrt(0.5) * (1 - 1e-12);
      double positive = 1 / (1 + Math.exp(-PLANTED * rows[i][0]));
      labels[i] = random.nextDouble() < positive ? 1 : -1;
    }
    return Dataset.of(rows, labels);
  }
}
