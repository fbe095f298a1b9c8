package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;

/**
 * Discrete Gaussian noise so wide that it is Gaussian noise but for a little: with a variance ρ²
 * more or less, either noise is made from the other one up to a probability of 1e-18. Proof: {@code
 * doc-files/discrete-gaussian.md}.
 */
final class WideDiscreteGaussian {
  /** From here on the difference in ρ² hardly matters. */
  static final double LEAST_SIGMA = 128;

  /** ρ². */
  private static final double VARIANCE = 2.25;

  /** Logarithm of the probability that noise made from the other kind is what it should be. */
  static final Enclosure LOG_ALIKE = Enclosure.of(-0x1p-61, 0x1p-61);

  private WideDiscreteGaussian() {}

  /**
   * Standard deviations of Gaussian noise that loses at least as much and at most as much, over the
   * shift.
   *
   * @param sigma the discrete noise's parameter, at least 128
   */
  static Enclosure multipliers(double sigma, long shift) {
    Enclosure difference = Enclosure.of(-VARIANCE, VARIANCE);
    return Enclosure.exact(sigma)
        .square()
        .plus(difference)
        .sqrt()
        .dividedBy(Enclosure.ofCount(shift));
  }
}
