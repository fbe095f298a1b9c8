package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * The Laplace mechanism for a release: {@code query + independent Laplace noise of a scale},
 * rounded to the nearest point of {@link #grid}, exactly; the properties are those of {@link
 * GridGaussian}. Proof: {@code doc-files/grid-noise.md}.
 *
 * @param scale scale of the noise in each coordinate, 1/√2 of its standard deviation; finite, from
 *     2^-1012 on
 */
public record GridLaplace(double scale) {
  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if the scale is out of range
   */
  public GridLaplace {
    Parameters.requirePositive("scale", scale);
    ReleaseGrid.forNoise(scale);
  }

  /**
   * The grid of the releases.
   *
   * @return the grid for noise of this scale
   */
  public ReleaseGrid grid() {
    return ReleaseGrid.forNoise(scale);
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
    return ExactDeviate.release(query, scale, grid(), () -> ExactDeviate.laplace(random));
  }

  /**
   * The event of a release: that of the Laplace mechanism, with its noise multiplier rounded down.
   *
   * @param sensitivity the query's sensitivity in the 1-norm
   * @return the event
   */
  public DpEvent event(Sensitivity sensitivity) {
    return DpEvent.laplace(Rounding.divideDown(scale, sensitivity.value()), sensitivity);
  }
}
