package org.assay.cli.internal.utility;

import java.util.SplittableRandom;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * Synthetic records of which everything is known. One coordinate is ±1/√2 and decides the label by
 * a logistic model; the others are a uniformly random direction of length 1/√2 that has nothing to
 * do with the label. The problem stays the same as their number grows.
 *
 * <p>A loss of linear predictions depends on a model w through its first coordinate and the length
 * of the rest, because the direction is uniform. So the population's mean loss is an integral over
 * one angle, which the trapezoidal rule computes to about 1e-5 of its variation. By convexity and
 * symmetry some minimizer over a ball of any p-norm around the origin lies on the first axis.
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
