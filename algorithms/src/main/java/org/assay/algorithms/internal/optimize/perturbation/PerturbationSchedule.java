package org.assay.algorithms.internal.optimize.perturbation;

import org.assay.accountant.privacy.Parameters;

/**
 * Parameters of {@link ObjectivePerturbation}, for the sum of the losses.
 *
 * @param regularization weight Λ of {@code |w|²/2} beside the sum of the losses, finite, above 0
 * @param noiseStandardDeviation sigma of the linear term, finite and above 0
 * @param tolerance certified distance of the computed point from the minimizer, finite and above 0
 * @param outputStandardDeviation standard deviation of the noise that hides this distance, finite
 *     and above 0
 */
public record PerturbationSchedule(
    double regularization,
    double noiseStandardDeviation,
    double tolerance,
    double outputStandardDeviation) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public PerturbationSchedule {
    Parameters.requirePositive("regularization", regularization);
    Parameters.requirePositive("noiseStandardDeviation", noiseStandardDeviation);
    Parameters.requirePositive("tolerance", tolerance);
    Parameters.requirePositive("outputStandardDeviation", outputStandardDeviation);
  }

  /**
   * This schedule with another perturbation.
   *
   * @param standardDeviation finite and above 0
   * @throws IllegalArgumentException if the standard deviation is out of range
   */
  public PerturbationSchedule withNoise(double standardDeviation) {
    return new PerturbationSchedule(
        regularization, standardDeviation, tolerance, outputStandardDeviation);
  }

  /**
   * This schedule with other output noise.
   *
   * @param standardDeviation finite and above 0
   * @throws IllegalArgumentException if the standard deviation is out of range
   */
  public PerturbationSchedule withOutputNoise(double standardDeviation) {
    return new PerturbationSchedule(
        regularization, noiseStandardDeviation, tolerance, standardDeviation);
  }
}
