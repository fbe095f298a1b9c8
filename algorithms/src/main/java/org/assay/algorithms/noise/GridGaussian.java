package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * The Gaussian mechanism for a release: {@code query + N(0, standardDeviation² I)}, rounded to the
 * nearest point of {@link #grid}, exactly. No step is rounded on the way: real Gaussians are drawn
 * digit by digit ([@Karney2016]) and added in integer arithmetic until the nearest point is known.
 * The release is therefore post-processing of the Gaussian mechanism in real numbers, and has all
 * its guarantees: no bit reveals more, and rounding adds nothing to the sensitivity. Proof: {@code
 * doc-files/grid-noise.md}.
 *
 * <p>The query is taken at its exact binary value. Rounding errors of the query's computation are
 * part of its sensitivity, which must hold between computed answers.
 *
 * @param standardDeviation standard deviation in each coordinate; finite, from 2^-1012 on
 */
public record GridGaussian(double standardDeviation) {
  /** Exponent of the spacing of {@link #noiseGrid}, at most 2^-40 of the noise. Not tuned. */
  private static final int BITS_OF_NOISE = 40;

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if the standard deviation is out of range
   */
  public GridGaussian {
    Parameters.requirePositive("standardDeviation", standardDeviation);
    ReleaseGrid.forNoise(standardDeviation);
  }

  /**
   * The grid of the releases.
   *
   * @return the grid for this noise; rounding adds less than 2^-23 to a coordinate's variance,
   *     relatively
   */
  public ReleaseGrid grid() {
    return ReleaseGrid.forNoise(standardDeviation);
  }

  /**
   * Releases a query.
   *
   * @param query the answer; finite, not changed
   * @param random uniform bits; the number of used bits is random
   * @return the noisy answer, on the grid (and the nearest double to that, from 2^53 spacings on)
   * @throws IllegalArgumentException if a coordinate is not finite
   */
  public double[] release(double[] query, RandomGenerator random) {
    return ExactDeviate.release(
        query, standardDeviation, grid(), () -> ExactDeviate.gaussian(random));
  }

  /**
   * The grid of {@link #noise}: a grid as fine as doubles of 2^12 standard deviations allow.
   *
   * @return the grid
   * @throws IllegalArgumentException if the standard deviation is below 2^-982
   */
  public ReleaseGrid noiseGrid() {
    return new ReleaseGrid(Math.getExponent(standardDeviation) - BITS_OF_NOISE);
  }

  /**
   * Noise for computations that is not released itself: a real Gaussian vector rounded to the
   * nearest point of {@link #noiseGrid}, exactly. Each coordinate is within half a spacing of the
   * real one; beyond 2^12 standard deviations, with probability below e^(-2^23), the value is the
   * nearest double.
   *
   * @param dimension number of coordinates, at least 0
   * @param random uniform bits; the number of used bits is random
   * @return the noise
   */
  public double[] noise(int dimension, RandomGenerator random) {
    return ExactDeviate.release(
        new double[dimension], standardDeviation, noiseGrid(), () -> ExactDeviate.gaussian(random));
  }

  /**
   * The event of a release: that of the Gaussian mechanism, with its noise multiplier rounded down.
   *
   * @param sensitivity the query's sensitivity in the Euclidean norm
   * @return the event
   */
  public DpEvent event(Sensitivity sensitivity) {
    return new GaussianNoise(standardDeviation).event(sensitivity);
  }
}
