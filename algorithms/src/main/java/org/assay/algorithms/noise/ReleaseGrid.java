package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.InvalidParameterException;

/**
 * A grid of multiples of a power of two, to which a vector computed in doubles is rounded before
 * its release. The lowest bits of a double reveal the data behind the noise ([@Mironov2012]). A
 * grid far coarser than rounding errors and far finer than the noise removes these bits.
 *
 * <p>Rounding is random to one of the two neighbours, with the value as expectation. It adds no
 * bias, and at most spacing²/4 to the variance of a coordinate, below 2^-22 of the noise's variance
 * for {@link #forNoise}. Rounding is post-processing of the ideal computation in real numbers, up
 * to a total variation of at most {@code Σ |e_j| / spacing + d 2^-53}. Here e_j is the rounding
 * error of coordinate j that no later noise hides. No event includes this term. Proof, and the
 * definition of e_j: {@code doc-files/release-grid.md}.
 *
 * @param exponent the spacing is 2^exponent; from -1022 to 1013
 */
public record ReleaseGrid(int exponent) {
  /** Exponent of the spacing, at most 2^-10 of the noise. Not tuned. */
  private static final int BITS_BELOW_NOISE = 10;

  /** Largest exponent of a spacing, for the largest finite noise. */
  private static final int LARGEST_EXPONENT = Double.MAX_EXPONENT - BITS_BELOW_NOISE;

  /** Bound above which all doubles are whole numbers. */
  private static final double WHOLE = 0x1p52;

  /**
   * Checks the exponent.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public ReleaseGrid {
    if (exponent < Double.MIN_EXPONENT || exponent > LARGEST_EXPONENT) {
      throw new IllegalArgumentException(
          "exponent was " + exponent + ": it must be from -1022 to " + LARGEST_EXPONENT);
    }
  }

  /**
   * The grid for a release that given noise hides.
   *
   * @param standardDeviation smallest standard deviation, over coordinates, of the last noise that
   *     entered the release, in the release's own unit; from 2^-1012 on, finite
   * @return the grid whose spacing is the largest power of two of at most 2^-10 times that
   * @throws IllegalArgumentException if the standard deviation is out of range; without noise there
   *     is nothing to hide behind, and no grid
   */
  public static ReleaseGrid forNoise(double standardDeviation) {
    if (!(standardDeviation >= 0x1p-1012 && standardDeviation < Double.POSITIVE_INFINITY)) {
      throw new InvalidParameterException(
          "standardDeviation",
          "was "
              + standardDeviation
              + ": it must be finite and at least 2^-1012; measure in a finer unit");
    }
    return new ReleaseGrid(Math.getExponent(standardDeviation) - BITS_BELOW_NOISE);
  }

  /**
   * Distance of neighbouring points.
   *
   * @return 2^exponent
   */
  public double spacing() {
    return Math.scalb(1.0, exponent);
  }

  /**
   * Rounds each coordinate to a multiple of the spacing: of the two neighbours, the upper one with
   * probability equal to the distance from the lower one over the spacing, up to 2^-53. Points of
   * the grid stay unchanged, and so do values of at least 2^52 spacings, which are as coarse
   * already; zeros lose their sign.
   *
   * @param values finite coordinates; not changed
   * @param random one {@link RandomGenerator#nextDouble()} for each coordinate off the grid
   * @return the rounded coordinates
   * @throws IllegalArgumentException if a coordinate is not finite
   */
  public double[] round(double[] values, RandomGenerator random) {
    double[] rounded = new double[values.length];
    for (int j = 0; j < values.length; j++) {
      if (!Double.isFinite(values[j])) {
        throw new IllegalArgumentException(
            "coordinate " + j + " was " + values[j] + ": it must be finite to be released");
      }
      rounded[j] = round(values[j], random);
    }
    return rounded;
  }

  private double round(double value, RandomGenerator random) {
    double scaled = Math.scalb(value, -exponent);
    if (!(Math.abs(scaled) < WHOLE)) {
      return value;
    }
    double below = Math.floor(scaled);
    double rest = scaled - below;
    boolean up = rest > 0 && random.nextDouble() < rest;
    return Math.scalb(up ? below + 1 : below, exponent) + 0.0;
  }
}
