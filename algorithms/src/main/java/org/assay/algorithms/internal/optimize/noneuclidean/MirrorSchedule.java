package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;

/**
 * Parameters of {@link NoisyMirrorDescent}.
 *
 * @param steps number of noisy steps, at least 1
 * @param batchSize number of records drawn, with replacement, in each step; at least 1
 * @param stepSize finite and above 0
 * @param noise added to the mean gradient
 * @param wanted number of steps that the theorem asks for, at least the number of steps
 */
public record MirrorSchedule(
    int steps, int batchSize, double stepSize, GeneralizedGaussianNoise noise, double wanted) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public MirrorSchedule {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireAtLeastOne("batchSize", batchSize);
    Parameters.requirePositive("stepSize", stepSize);
    if (!(wanted >= steps)) {
      throw new InvalidParameterException(
          "wanted", "was " + wanted + ": it must be at least the number of steps, " + steps);
    }
  }

  /**
   * A schedule of all the steps that are wanted.
   *
   * @param steps as above
   * @param batchSize as above
   * @param stepSize as above
   * @param noise as above
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public MirrorSchedule(int steps, int batchSize, double stepSize, GeneralizedGaussianNoise noise) {
    this(steps, batchSize, stepSize, noise, steps);
  }

  /**
   * This schedule with noise of another size.
   *
   * @param sigma finite and above 0
   * @throws IllegalArgumentException if sigma is out of range
   */
  public MirrorSchedule withSigma(double sigma) {
    return new MirrorSchedule(
        steps, batchSize, stepSize, new GeneralizedGaussianNoise(noise.norm(), sigma), wanted);
  }
}
