package org.assay.verify.training;

import java.util.random.RandomGenerator;
import org.assay.verify.training.WhiteBoxTraining.GradientStep;

/**
 * Noisy gradient descent on a quadratic in the plane: the parameters, and with them the gradients
 * of the other records, depend on everything that was released before.
 */
final class Descent implements GradientStep {
  private static final double STEP_SIZE = 0.02;

  private final double canaryNorm;
  private final double rate;
  private final double noise;
  private double first = 2;
  private double second = -1;

  Descent(double canaryNorm, double rate, double noise) {
    this.canaryNorm = canaryNorm;
    this.rate = rate;
    this.noise = noise;
  }

  @Override
  public double[] noisyGradient(boolean withCanary, RandomGenerator random) {
    double canary = withCanary && random.nextDouble() < rate ? canaryNorm : 0;
    double[] release = {
      Math.tanh(first) + canary + noise * random.nextGaussian(),
      Math.tanh(second) + noise * random.nextGaussian()
    };
    first -= STEP_SIZE * release[0];
    second -= STEP_SIZE * release[1];
    return release;
  }
}
