package org.assay.accountant.internal.iteration.allocation;

/**
 * One step of a pair of contractive noisy iterations, {@code X ← Π(φ(X) + Z)} and {@code X' ←
 * Π(φ'(X') + Z')}. The Gaussian noise Z has standard deviation {@code noiseStandardDeviation} in
 * each coordinate. The maps φ and φ' are Lipschitz with constant {@code contraction} in the
 * Euclidean norm, and {@code |φ(x) − φ'(x)| ≤ shift} for every x. Projections and other 1-Lipschitz
 * maps Π after the noise cost nothing. All lengths are in the unit of the parameter, and fixed
 * before the data are seen.
 *
 * @param shift greatest distance of the two maps: 0, or from 1e-60 to 1e60
 * @param noiseStandardDeviation of the parameter, not of the gradient: 0, or from 1e-60 to 1e60
 * @param contraction Lipschitz constant of both maps, from 1e-30 to 1e30; values above 1 are
 *     expansions
 */
public record NoisyIteration(double shift, double noiseStandardDeviation, double contraction) {
  /**
   * Checks the parameters; the ranges keep products of a few parameters from underflow.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public NoisyIteration {
    requireScale("shift", shift);
    requireScale("noiseStandardDeviation", noiseStandardDeviation);
    requireContraction("contraction", contraction);
  }

  static void requireScale(String name, double value) {
    if (!(value == 0 || (value >= 1e-60 && value <= 1e60))) {
      throw new IllegalArgumentException(
          name + " was " + value + ": it must be 0 or from 1e-60 to 1e60; change the unit");
    }
  }

  static void requireContraction(String name, double value) {
    if (!(value >= 1e-30 && value <= 1e30)) {
      throw new IllegalArgumentException(
          name
              + " was "
              + value
              + ": it must be from 1e-30 to 1e30; a larger Lipschitz constant is a valid bound");
    }
  }
}
