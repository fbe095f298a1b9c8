package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;

/**
 * Parameters of {@link NoisyFrankWolfe}.
 *
 * @param firstBatch number of records of the first gradient, at least 1
 * @param steps number of later batches, at least 1
 * @param batchSize records of a later batch, at least 1
 * @param stepSize share of the way to the chosen point, strictly between 0 and 1
 * @param firstNoise added to the first gradient
 * @param noise added to each later change of the gradient, of the same norm
 */
public record FrankWolfeSchedule(
    int firstBatch,
    int steps,
    int batchSize,
    double stepSize,
    GeneralizedGaussianNoise firstNoise,
    GeneralizedGaussianNoise noise) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public FrankWolfeSchedule {
    Parameters.requireAtLeastOne("firstBatch", firstBatch);
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireAtLeastOne("batchSize", batchSize);
    Parameters.requireOpenProbability("stepSize", stepSize);
  }
}
