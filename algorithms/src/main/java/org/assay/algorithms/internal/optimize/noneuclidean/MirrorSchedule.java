package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;

/**
 * Parameters of {@link NoisyMirrorDescent}.
 *
 * @param steps number of noisy steps, at least 1
 * @param batchSize number of records drawn, with replacement, in each step; at least 1
 * @param stepSize finite and above 0
 * @param noise added to the mean gradient
 */
public record MirrorSchedule(
    int steps, int batchSize, double stepSize, GeneralizedGaussianNoise noise) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public MirrorSchedule {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireAtLeastOne("batchSize", batchSize);
    Parameters.requirePositive("stepSize", stepSize);
  }

  /**
   * This schedule with noise of another size.
   *
   * @param sigma finite and above 0
   * @throws IllegalArgumentException if sigma is out of range
   */
  public MirrorSchedule withSigma(double sigma) {
    return new MirrorSchedule(
        steps, batchSize, stepSize, new GeneralizedGaussianNoise(noise.norm(), sigma));
  }
}
