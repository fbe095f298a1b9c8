package org.assay.algorithms.objective;

import org.assay.accountant.privacy.Parameters;

/**
 * The constants of a loss when gradients are measured in one norm, and parameters in its dual norm:
 * the constants of {@link Loss} in the pair of norms of an algorithm's calibration. All constants
 * are true upper bounds.
 *
 * @param lipschitzConstant bound on the norm of the gradient on any record, finite and above 0
 * @param sensitivity bound on the norm of the difference of the gradients on any two records at one
 *     parameter, finite and above 0. The statement of {@link Loss#gradientSensitivity} about
 *     computed gradients holds in this norm too
 * @param smoothness bound on the norm of the difference of the gradients of one record at two
 *     parameters, over the distance of the parameters in the dual norm; at least 0, perhaps
 *     infinite
 */
public record GradientConstants(double lipschitzConstant, double sensitivity, double smoothness) {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public GradientConstants {
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    Parameters.requirePositive("sensitivity", sensitivity);
    if (!(smoothness >= 0)) {
      throw new IllegalArgumentException(
          "smoothness was " + smoothness + ": it must be at least 0");
    }
  }

  /**
   * The Euclidean constants.
   *
   * @param loss the loss
   * @return what it says of itself
   */
  public static GradientConstants euclidean(Loss loss) {
    return new GradientConstants(
        loss.lipschitzConstant(), loss.gradientSensitivity(), loss.smoothness());
  }
}
