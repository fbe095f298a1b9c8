package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Gaussian noise N(0, standardDeviation² I).
 *
 * <p>This noise is for iterations that are not released themselves. It is the textbook sampler in
 * double precision, {@link RandomGenerator#nextGaussian()} times the standard deviation, while the
 * event names the ideal computation in real numbers. The lowest bits of the sums reveal the data
 * ([@Mironov2012]), so results computed from them must be rounded by a {@link ReleaseGrid} before
 * their release. A query that is released directly takes {@link GridGaussian}, which is exact. The
 * caller chooses the generator: for a release that matters, pass {@link KeystreamRandom#secure()}.
 *
 * @param standardDeviation standard deviation in each coordinate, finite and at least 0
 */
public record GaussianNoise(double standardDeviation) {
  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if the standard deviation is not finite or below 0
   */
  public GaussianNoise {
    Parameters.requireNonNegative("standardDeviation", standardDeviation);
  }

  /**
   * Adds one independent sample to each coordinate, in order. One Gaussian is drawn for each
   * coordinate for every standard deviation, so that runs with the same seed stay comparable.
   *
   * @param target the vector to perturb, in place
   * @param random the source of randomness
   */
  public void addTo(double[] target, RandomGenerator random) {
    for (int j = 0; j < target.length; j++) {
      target[j] += standardDeviation * random.nextGaussian();
    }
  }

  /**
   * The event of releasing one query with this noise. Its noise multiplier is rounded down, so that
   * the event never claims more noise than there is.
   *
   * @param sensitivity the query's sensitivity in the Euclidean norm
   * @return the event
   * @throws IllegalArgumentException if the standard deviation is 0: that release has no privacy
   */
  public DpEvent event(Sensitivity sensitivity) {
    return DpEvent.gaussian(
        Rounding.divideDown(standardDeviation, sensitivity.value()), sensitivity);
  }
}
