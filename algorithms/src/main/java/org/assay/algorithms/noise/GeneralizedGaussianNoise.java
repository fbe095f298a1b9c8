package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Generalized Gaussian noise, of density proportional to {@code e^(-|z|_r²/2 sigma²)}
 * ([@BassilyGuzmanNandi2021], Definition 7). Its radius {@code |z|_r} is {@code sigma √(2
 * Gamma(d/2))}, so that {@code E |z|_r² = d sigma²} exactly; its direction is independent of that
 * and follows the cone measure of the ball, that is independent coordinates of density proportional
 * to {@code e^(-|x|^r)}, scaled to length 1. Each coordinate's standard deviation is at least
 * sigma. Index 2 is N(0, sigma² I). Proofs: {@code doc-files/generalized-gaussian-noise.md}.
 *
 * <p>Real numbers are drawn digit by digit, and no step on the way to a release is rounded.
 *
 * @param norm the norm, and the dimension
 * @param sigma the parameter of the density, in the unit of the query; finite and above 0
 */
public record GeneralizedGaussianNoise(SmoothNorm norm, double sigma) {
  /** Up to this index one less is a double, and 60 digits decide almost every draw. */
  private static final double LARGEST_INDEX = 0x1p50;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if sigma is not finite or not above 0, or the norm's index is
   *     above 2^50
   */
  public GeneralizedGaussianNoise {
    Parameters.requirePositive("sigma", sigma);
    if (!(norm.index() <= LARGEST_INDEX)) {
      throw new IllegalArgumentException(
          "index of the norm was "
              + norm.index()
              + ": it must be at most 2^50, up to which noise is drawn exactly; take a norm of a"
              + " smaller index, which differs little");
    }
  }

  /**
   * A query plus one real vector of this noise, rounded to the nearest points of the {@link
   * ReleaseGrid} for sigma, exactly: a function of the ideal release, so that {@link #event} holds
   * as it stands.
   *
   * @param query the answer; finite, of the norm's dimension, not changed
   * @param random the source of randomness; how much of it is used is random
   * @return the noisy answer, on the grid (and the nearest double to that, from 2^53 spacings on)
   * @throws IllegalArgumentException if the dimension is not the norm's, a coordinate is not finite
   *     or sigma is so small that it has no grid
   */
  public double[] release(double[] query, RandomGenerator random) {
    requireDimension(query);
    if (norm.index() == 2) {
      return new GridGaussian(sigma).release(query, random);
    }
    for (int j = 0; j < query.length; j++) {
      if (!Double.isFinite(query[j])) {
        throw new IllegalArgumentException(
            "coordinate " + j + " of the query was " + query[j] + ": it must be finite");
      }
    }
    return new ExactSmoothNoise(query.length, norm.index(), sigma, random)
        .release(query, ReleaseGrid.forNoise(sigma));
  }

  private void requireDimension(double[] target) {
    if (target.length != norm.dimension()) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of the target was %s: it must be that of the noise, %s",
              target.length, norm.dimension()));
    }
  }

  /**
   * The event of releasing one query with this noise. The sensitivity is carried over to the norm
   * of the noise, everything rounded so that the event never claims more noise than there is. For
   * index 2 it is the Gaussian one.
   *
   * @param sensitivity the query's sensitivity in the norm of index {@link
   *     SmoothNorm#sensitivityIndex}
   * @return the event
   */
  public DpEvent event(Sensitivity sensitivity) {
    double distance = Rounding.multiplyUp(norm.distortion(), sensitivity.value());
    Sensitivity inNorm = new Sensitivity(distance, sensitivity.adjacency());
    double multiplier = Rounding.divideDown(sigma, distance);
    return norm.index() == 2
        ? DpEvent.gaussian(multiplier, inNorm)
        : new GeneralizedGaussianEvent(multiplier, norm.smoothness(), inNorm);
  }
}
