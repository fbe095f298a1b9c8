package org.assay.algorithms.internal.optimize.clipped;

import java.util.random.RandomGenerator;
import org.assay.algorithms.noise.GridGaussian;

/**
 * Gradients with correlated noise: row by row {@code y = C g + z} is released, z Gaussian, and
 * {@code C^-1 y = g + C^-1 z} computed from the releases. Prefix sums of that are less noisy than
 * the same sums of independent noise. For one run and one thread.
 */
final class CorrelatedGradients {
  private final double[] coefficients;
  private final GridGaussian noise;
  private final double[][] gradients;
  private final double[][] releases;
  private int step;

  CorrelatedGradients(double[] coefficients, GridGaussian noise) {
    this.coefficients = coefficients;
    this.noise = noise;
    this.gradients = new double[coefficients.length][];
    this.releases = new double[coefficients.length][];
  }

  /** The next gradient with its noise. */
  double[] next(double[] gradient, RandomGenerator random) {
    return noisy(row(gradient), random);
  }

  /** The row of a step; its gradient is kept until no row needs it. */
  double[] row(double[] gradient) {
    gradients[step % coefficients.length] = gradient;
    double[] row = new double[gradient.length];
    add(1, gradients, 0, row);
    return row;
  }

  /** What the release of a step's row says of its gradient. Ends the step. */
  double[] noisy(double[] row, RandomGenerator random) {
    double[] noisy = noise.release(row, random);
    add(-1, releases, 1, noisy);
    releases[step % coefficients.length] = noisy;
    step++;
    return noisy;
  }

  /** Adds a sign times {@code Σ_k f_k v_{step - k}} from a band on. */
  private void add(int sign, double[][] vectors, int firstBand, double[] sum) {
    for (int k = firstBand; k < coefficients.length && k <= step; k++) {
      double[] vector = vectors[(step - k) % coefficients.length];
      double weight = sign * coefficients[k];
      for (int j = 0; j < sum.length; j++) {
        sum[j] += weight * vector[j];
      }
    }
  }
}
