package org.assay.cli.internal.utility;

import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.internal.train.Trainer;

/**
 * How the excess loss grows with n and d, on synthetic records of a {@link PlantedProblem}.
 *
 * @param entry the algorithm
 * @param promise what is known about it
 * @param runs number of runs of each point, each on fresh records, at least 2
 */
record SlopeStudy(AlgorithmEntry entry, Promise promise, int runs) {
  /** Dimension while n grows. */
  static final int DIMENSION = 10;

  private static final int DOUBLINGS = 5;
  private static final int[] DIMENSIONS = {4, 8, 16, 32, 64};
  private static final double PLANTED = 4;

  /**
   * A measured mean.
   *
   * @param x number of records or features
   * @param excess mean excess loss over the minimum
   * @param error its standard error
   * @param promised the rate, up to a constant factor
   */
  record Point(int x, double excess, double error, double promised) {}

  /**
   * The slope of a line through logarithms.
   *
   * @param value the slope
   * @param error its standard error
   */
  record Slope(double value, double error) {}

  /**
   * Excess loss over the number of records.
   *
   * @return one point for each number
   */
  List<Point> overRecords() {
    return IntStream.rangeClosed(0, DOUBLINGS)
        .map(k -> promise.scene().fewest() << k)
        .parallel()
        .mapToObj(n -> point(n, n, DIMENSION))
        .toList();
  }

  /**
   * Excess loss over the number of features.
   *
   * @return one point for each number
   */
  List<Point> overFeatures() {
    int records = promise.scene().fixed();
    return IntStream.of(DIMENSIONS).parallel().mapToObj(d -> point(d, records, d)).toList();
  }

  /**
   * The slope of the measured line that fits the logarithms best, by least squares. Its error is
   * that of the means, to first order; that the points need not lie on a line is not part of it.
   *
   * @param points at least two
   * @return the slope; not a number if a mean is not above 0
   */
  static Slope measured(List<Point> points) {
    double square = 0;
    double[] weights = weights(points);
    for (int i = 0; i < weights.length; i++) {
      double error = weights[i] * points.get(i).error() / points.get(i).excess();
      square += error * error;
    }
    return new Slope(fitted(points, Point::excess), Math.sqrt(square));
  }

  /**
   * The slope of the promised rate at the same points, fitted likewise.
   *
   * @param points at least two
   * @return the slope
   */
  static double promised(List<Point> points) {
    return fitted(points, Point::promised);
  }

  private static double fitted(List<Point> points, ToDoubleFunction<Point> height) {
    double[] weights = weights(points);
    double slope = 0;
    for (int i = 0; i < weights.length; i++) {
      slope += weights[i] * Math.log(height.applyAsDouble(points.get(i)));
    }
    return slope;
  }

  /** How the slope depends on each logarithm. */
  private static double[] weights(List<Point> points) {
    double[] logs = points.stream().mapToDouble(point -> Math.log(point.x())).toArray();
    double mean = IntStream.range(0, logs.length).mapToDouble(i -> logs[i]).average().orElse(0);
    double squares = 0;
    for (double log : logs) {
      squares += (log - mean) * (log - mean);
    }
    double[] weights = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      weights[i] = (logs[i] - mean) / squares;
    }
    return weights;
  }

  private Point point(int x, int records, int features) {
    Training training =
        new Trainer(entry, false, promise.currency().target())
            .setUp(
                new TrainingTask(
                    records, features, TrainingTask.Labels.SIGNS, promise.scene().radius()));
    double sum = 0;
    double squares = 0;
    for (int i = 1; i <= runs; i++) {
      double excess = excess(training, records, features, i);
      sum += excess;
      squares += excess * excess;
    }
    double mean = sum / runs;
    double variance = Math.max(0, squares / runs - mean * mean) * runs / (runs - 1);
    return new Point(x, mean, Math.sqrt(variance / runs), promise.rate().at(records, features));
  }

  private double excess(Training training, int records, int features, int seed) {
    PlantedProblem problem = new PlantedProblem(promise.scene().radius(), PLANTED);
    Dataset dataset = problem.sample(records, features, new SplittableRandom(seed));
    double[] model = Trainer.run(training, dataset, OptionalLong.of(seed)).release().toArray();
    return promise.empirical()
        ? training.loss().meanValue(model, dataset)
            - Optimum.of(training.loss(), training.set(), dataset).value()
        : problem.meanLoss(training.loss(), model) - problem.leastLoss(training.loss(), features);
  }
}
