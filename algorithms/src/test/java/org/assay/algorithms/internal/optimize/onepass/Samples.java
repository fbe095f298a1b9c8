package org.assay.algorithms.internal.optimize.onepass;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.assay.algorithms.objective.Dataset;

/** Random records with unit features. */
final class Samples {
  private Samples() {}

  /** Uniformly random directions and fair labels. */
  static Dataset signs(int records, int dimension, SplittableRandom random) {
    double[][] features = new double[records][];
    double[] labels = new double[records];
    Arrays.setAll(features, i -> direction(dimension, random));
    Arrays.setAll(labels, i -> random.nextBoolean() ? 1 : -1);
    return Dataset.of(features, labels);
  }

  /** The same features, the first axis, in all records; labels +1 with some probability. */
  static Dataset biased(int records, int dimension, double positive, RandomGenerator random) {
    double[][] features = new double[records][dimension];
    double[] labels = new double[records];
    for (int i = 0; i < records; i++) {
      features[i][0] = 1;
      labels[i] = random.nextDouble() < positive ? 1 : -1;
    }
    return Dataset.of(features, labels);
  }

  /** A point of norm just below 1. */
  static double[] direction(int dimension, RandomGenerator random) {
    double[] point = new double[dimension];
    double squared = 0;
    for (int j = 0; j < dimension; j++) {
      point[j] = random.nextGaussian();
      squared += point[j] * point[j];
    }
    for (int j = 0; j < dimension; j++) {
      point[j] *= (1 - 1e-12) / Math.sqrt(squared);
    }
    return point;
  }
}
