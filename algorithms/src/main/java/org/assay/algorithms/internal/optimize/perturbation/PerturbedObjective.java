package org.assay.algorithms.internal.optimize.perturbation;

import java.util.Arrays;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * The function {@code J(w) = Σ loss_i(w) + ⟨b, w⟩ + (Λ/2)|w|²}, with its gradient and a bound on
 * the gradient's rounding error. An instance has scratch space and serves one thread.
 */
final class PerturbedObjective {
  /**
   * Number of records whose gradients are summed before the sum is added to the total. Not tuned.
   */
  private static final int BLOCK = 256;

  /** Eight times the unit roundoff, for losses that compute their slope to a few units. */
  private static final double ROUNDOFF = 0x1p-50;

  private final Dataset dataset;
  private final Loss loss;
  private final double[] perturbation;
  private final double regularization;
  private final double[] block;

  PerturbedObjective(Dataset dataset, Loss loss, double[] perturbation, double regularization) {
    this.dataset = dataset;
    this.loss = loss;
    this.perturbation = perturbation.clone();
    this.regularization = regularization;
    this.block = new double[perturbation.length];
  }

  int records() {
    return dataset.size();
  }

  int dimension() {
    return perturbation.length;
  }

  /** The strong convexity of J. */
  double regularization() {
    return regularization;
  }

  /** A Lipschitz constant of the gradient of J. */
  double smoothness() {
    return records() * loss.smoothness() + regularization;
  }

  /** A Lipschitz constant of the gradient of one of the n components whose mean is J/n. */
  double componentSmoothness() {
    return loss.smoothness() + regularization / records();
  }

  /** Writes the gradient of J. */
  void gradient(double[] w, double[] gradient) {
    for (int j = 0; j < w.length; j++) {
      gradient[j] = perturbation[j] + regularization * w[j];
    }
    for (int from = 0; from < records(); from += BLOCK) {
      Arrays.fill(block, 0);
      for (int i = from; i < Math.min(records(), from + BLOCK); i++) {
        loss.addGradient(w, dataset, i, 1, block);
      }
      for (int j = 0; j < w.length; j++) {
        gradient[j] += block[j];
      }
    }
  }

  /** Adds a multiple of one loss's gradient, without regularization and perturbation. */
  void addLossGradient(double[] w, int i, double weight, double[] accumulator) {
    loss.addGradient(w, dataset, i, weight, accumulator);
  }

  /**
   * Largest distance of a point from the minimizer, given the computed gradient: the gradient's
   * norm with a bound of its rounding error, over the strong convexity.
   */
  double distanceBound(double[] w, double[] gradient) {
    return (norm(gradient) * (1 + 1e-12) + roundingError(norm(w))) / regularization;
  }

  /**
   * Bound of the gradient's rounding error. Sums of m terms lose at most m units of the sum of
   * magnitudes; a slope loses smoothness times the error of its prediction.
   */
  private double roundingError(double size) {
    double terms = BLOCK + records() / (double) BLOCK + 8;
    double sums = terms * loss.lipschitzConstant();
    double predictions = (dimension() + 4) * loss.smoothness() * size;
    double rest = terms * (norm(perturbation) + regularization * size);
    return ROUNDOFF * (records() * (sums + predictions) + rest);
  }

  /** A distance that every solver can certify for all data and a perturbation of typical length. */
  static double attainableDistance(
      int records, int dimension, Loss loss, double regularization, double noise) {
    double terms = BLOCK + records / (double) BLOCK + dimension + 12;
    double size = records * loss.lipschitzConstant() + 20 * noise * Math.sqrt(dimension);
    double curvature = 1 + records * loss.smoothness() / regularization;
    return 8 * ROUNDOFF * terms * size * (2 + curvature) / regularization;
  }

  static double norm(double[] vector) {
    double sum = 0;
    for (double coordinate : vector) {
      sum += coordinate * coordinate;
    }
    return Math.sqrt(sum);
  }
}
