package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.InvalidParameterException;

/**
 * The multiples of a power of two that a vector computed in doubles is rounded to before it leaves
 * the trusted side. The lowest bits of a double betray what was added to its noise
 * ([@Mironov2012]); on a grid far coarser than rounding errors and far finer than the noise they
 * are gone.
 *
 * <p>Rounding is at random to one of the two neighbours, with expectation the value itself, so it
 * adds no bias, and at most spacing²/4 to the variance of a coordinate, below 2^-22 of the noise's
 * on the grid for it. It is post-processing of the ideal computation in real numbers but for a
 * total variation of at most {@code Σ |e_j| / spacing + d 2^-53}, with e_j the rounding error of
 * coordinate j that no later noise hides. No event includes that term. Proof, and what counts as
 * e_j: {@code doc-files/release-grid.md}.
 *
 * @param exponent the spacing is 2^exponent; from -1022 to 1013
 */
public record ReleaseGrid(int exponent) {
  /** The spacing is at most 2^-10 of the noise. */
  private static final int BITS_BELOW_NOISE = 10;

  private static final int LARGEST_EXPONENT = Double.MAX_EXPONENT - BITS_BELOW_NOISE;

  /** All larger doubles are whole. */
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
   * The grid for a release that hides behind given noise.
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
   * Rounds each coordinate to a multiple of the spacing: of the two around it, the upper one with
   * probability its distance from the lower one over the spacing, up to 2^-53. What lies on the
   * grid stays, and so does everything of 2^52 spacings or more, which is as coarse already; zeros
   * lose their sign.
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
