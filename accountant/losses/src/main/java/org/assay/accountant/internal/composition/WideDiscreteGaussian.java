package org.assay.accountant.internal.composition;

import org.assay.accountant.numeric.Enclosure;

/**
 * Discrete Gaussian noise so wide that it is nearly Gaussian noise. With a variance larger or
 * smaller by ρ², either noise is a post-processing of the other, except with a probability of
 * 1e-18. Proof: {@code divergence/doc-files/discrete-gaussian.md}.
 */
final class WideDiscreteGaussian {
  /** Smallest σ for which the difference ρ² of the variances hardly matters. Not tuned. */
  static final double LEAST_SIGMA = 128;

  /** ρ², the difference of the variances. */
  private static final double VARIANCE = 2.25;

  /**
   * Logarithm of the probability that noise made from the other kind has the right distribution.
   */
  static final Enclosure LOG_ALIKE = Enclosure.of(-0x1p-61, 0x1p-61);

  private WideDiscreteGaussian() {}

  /**
   * Standard deviations, over the shift, of two Gaussian noises: one that loses at least as much as
   * the discrete noise, and one that loses at most as much.
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
