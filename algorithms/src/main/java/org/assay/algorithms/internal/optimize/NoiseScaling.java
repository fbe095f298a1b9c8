package org.assay.algorithms.internal.optimize;

import org.assay.accountant.numeric.Rounding;

/**
 * The meaning of a schedule's noise parameter sigma in the update of projected noisy gradient
 * descent. The three meanings differ in privacy by large factors; the event always names the added
 * noise.
 */
public enum NoiseScaling {
  /**
   * The text and the proof of [@FeldmanKorenTalwar2020]: {@code w - eta (gradient + xi)}, so sigma
   * is in the unit of the gradient.
   */
  STEP_SIZE,

  /**
   * Algorithm 1 of [@FeldmanKorenTalwar2020] as printed: {@code w - eta gradient + xi}, so sigma is
   * in the unit of the parameter.
   */
  NONE,

  /**
   * A mistake, kept as a test case for auditors: {@code w - eta (gradient + xi / B)}, the noise is
   * divided by the batch size B as if the mean had not been taken yet. The noise is smaller than
   * claimed by a factor of up to B.
   */
  STEP_SIZE_OVER_BATCH_SIZE;

  /**
   * The noise added in a step, in the unit of the mean gradient, rounded down.
   *
   * @param sigma the schedule's noise parameter
   * @param stepSize the step size
   * @param batchSize the batch size
   */
  double gradientNoise(double sigma, double stepSize, int batchSize) {
    return switch (this) {
      case STEP_SIZE -> sigma;
      case NONE -> Rounding.divideDown(sigma, stepSize);
      case STEP_SIZE_OVER_BATCH_SIZE -> Rounding.divideDown(sigma, batchSize);
    };
  }
}
