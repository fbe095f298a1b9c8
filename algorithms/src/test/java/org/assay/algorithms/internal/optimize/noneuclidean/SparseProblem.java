package org.assay.algorithms.internal.optimize.noneuclidean;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.noise.KeystreamRandom;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/**
 * Two classes of records whose features are ±1, of which four matter: the problem of [@
 * BassilyGuzmanNandi2021] that its 1-norm is made for. Labels are +1 with the probability that the
 * logistic model of parameter (2, -2, 2, -2, 0, ..., 0) gives them.
 */
final class SparseProblem {
  static final double RADIUS = 8;
  private static final int HELD_OUT = 4000;
  private static final int RELEVANT = 4;

  private final int dimension;
  private final Dataset training;
  private final Dataset heldOut;

  SparseProblem(int records, int dimension, long seed) {
    this.dimension = dimension;
    SplittableRandom random = new SplittableRandom(seed);
    this.training = drawn(records, random);
    this.heldOut = drawn(HELD_OUT, random);
  }

  private Dataset drawn(int records, SplittableRandom random) {
    double[][] rows = new double[records][dimension];
    double[] labels = new double[records];
    for (int i = 0; i < records; i++) {
      double prediction = 0;
      for (int j = 0; j < dimension; j++) {
        rows[i][j] = random.nextBoolean() ? 1 : -1;
        prediction += j < RELEVANT ? (j % 2 == 0 ? 2 : -2) * rows[i][j] : 0;
      }
      labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-prediction)) ? 1 : -1;
    }
    return Dataset.of(rows, labels);
  }

  /** Accuracy on held-out records, trained on records whose features are ±1. */
  double inMaximumNorm(String algorithm, double radius, Guarantee target, long seed) {
    return accuracy(algorithm, task(radius).withRecordNorm(RecordNorm.INFINITY), 1, target, seed);
  }

  /** The same, trained on records shrunk to Euclidean norm 1; the radius is that of predictors. */
  double inEuclideanNorm(String algorithm, double radius, Guarantee target, long seed) {
    double root = Math.sqrt(dimension);
    return accuracy(algorithm, task(radius * root), Math.nextDown(1 / root), target, seed);
  }

  /** The best radius of several, chosen on the held-out records themselves. */
  double inEuclideanNormAtBest(String algorithm, List<Double> radii, Guarantee target, long seed) {
    return radii.stream()
        .mapToDouble(radius -> inEuclideanNorm(algorithm, radius, target, seed))
        .max()
        .orElseThrow();
  }

  private TrainingTask task(double radius) {
    return new TrainingTask(training.size(), dimension, TrainingTask.Labels.SIGNS, radius);
  }

  private double accuracy(
      String algorithm, TrainingTask task, double factor, Guarantee target, long seed) {
    Training set = AlgorithmRegistry.find(algorithm).orElseThrow().calibrated().setUp(task, target);
    double[] model =
        set.algorithm()
            .run(scaled(training, factor), KeystreamRandom.ofSeed(seed))
            .release()
            .toArray();
    int hits = 0;
    for (int i = 0; i < heldOut.size(); i++) {
      hits += heldOut.dot(i, model) > 0 == heldOut.label(i) > 0 ? 1 : 0;
    }
    return hits / (double) heldOut.size();
  }

  private static Dataset scaled(Dataset dataset, double factor) {
    double[][] rows = new double[dataset.size()][];
    double[] labels = new double[dataset.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.stream(dataset.copyRow(i)).map(x -> factor * x).toArray();
      labels[i] = dataset.label(i);
    }
    return Dataset.of(rows, labels);
  }
}
