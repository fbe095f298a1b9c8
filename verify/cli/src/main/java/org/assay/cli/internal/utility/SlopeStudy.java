package org.assay.cli.internal.utility;

import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
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

  /**
   * Synthetic records of which everything is known. One coordinate is ±1/√2 and decides the label
   * by a logistic model; the others are a uniformly random direction of length 1/√2 that has
   * nothing to do with the label. The problem stays the same as their number grows.
   *
   * <p>A loss of linear predictions depends on a model w through its first coordinate and the
   * length of the rest, because the direction is uniform. So the population's mean loss is an
   * integral over one angle, which the trapezoidal rule computes to about 1e-5 of its variation. By
   * convexity and symmetry some minimizer over a ball of any p-norm around the origin lies on the
   * first axis.
   *
   * @param radius of the set of models
   * @param planted first coordinate of the model that labels follow
   */
  record PlantedProblem(double radius, double planted) {
    /** Norms stay below 1 by a margin that covers rounding. */
    private static final double HALF = Math.sqrt(0.5) * (1 - 1e-12);

    private static final int ANGLES = 256;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final int GOLDEN_STEPS = 80;

    /** Independent records. */
    Dataset sample(int records, int features, SplittableRandom random) {
      double[][] rows = new double[records][features];
      double[] labels = new double[records];
      for (int i = 0; i < records; i++) {
        double norm = 0;
        for (int j = 1; j < features; j++) {
          rows[i][j] = random.nextGaussian();
          norm += rows[i][j] * rows[i][j];
        }
        double length = HALF / Math.sqrt(norm);
        for (int j = 1; j < features; j++) {
          rows[i][j] *= length;
        }
        rows[i][0] = random.nextBoolean() ? HALF : -HALF;
        labels[i] = random.nextDouble() < positive(rows[i][0]) ? 1 : -1;
      }
      return Dataset.of(rows, labels);
    }

    private double positive(double first) {
      return 1 / (1 + Math.exp(-planted * first));
    }

    /** The population's mean loss of a model of at least 4 coordinates. */
    double meanLoss(Loss loss, double[] model) {
      double[] direction = model.clone();
      direction[0] = 0;
      double norm = 0;
      for (double coordinate : direction) {
        norm += coordinate * coordinate;
      }
      double length = norm > 0 ? HALF / Math.sqrt(norm) : 0;
      double sum = 0;
      double total = 0;
      for (int k = 1; k < ANGLES; k++) {
        double angle = Math.PI * k / ANGLES;
        double weight = Math.pow(Math.sin(angle), model.length - 3);
        sum += weight * meanLoss(loss, model, direction, length * Math.cos(angle));
        total += weight;
      }
      return sum / total;
    }

    /** The mean over the first coordinate and the label, given the rest. */
    private double meanLoss(Loss loss, double[] model, double[] direction, double part) {
      double[][] rows = new double[4][model.length];
      double[] labels = {1, -1, 1, -1};
      for (int i = 0; i < rows.length; i++) {
        for (int j = 1; j < model.length; j++) {
          rows[i][j] = part * direction[j];
        }
        rows[i][0] = i < 2 ? HALF : -HALF;
      }
      Dataset four = Dataset.of(rows, labels);
      double likely = positive(HALF);
      return 0.5
          * (likely * (loss.value(model, four, 0) + loss.value(model, four, 3))
              + (1 - likely) * (loss.value(model, four, 1) + loss.value(model, four, 2)));
    }

    /** The least mean loss of the population, by golden section along the first axis. */
    double leastLoss(Loss loss, int features) {
      double low = -radius;
      double high = radius;
      for (int k = 0; k < GOLDEN_STEPS; k++) {
        double left = high - GOLDEN * (high - low);
        double right = low + GOLDEN * (high - low);
        boolean smallerLeft = onAxis(loss, features, left) <= onAxis(loss, features, right);
        low = smallerLeft ? low : left;
        high = smallerLeft ? right : high;
      }
      return onAxis(loss, features, (low + high) / 2);
    }

    private double onAxis(Loss loss, int features, double first) {
      double[] model = new double[features];
      model[0] = first;
      return meanLoss(loss, model, new double[features], 0);
    }
  }
}
