package org.assay.algorithms.internal.optimize.clipped;

import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * The parameters of a run of descent along clipped, noisy gradients, fixed before the data are
 * read.
 *
 * @param steps number of steps T, at least 1
 * @param stepSize finite and above 0
 * @param clipNorm the largest norm C that a record's gradient keeps; finite and at least 1e-100
 * @param momentum share of the last direction that is added to the next gradient; from 0, which is
 *     none, to below 1
 * @param averaged number of the last iterates that are averaged; from 1, the last iterate, to T
 * @param noiseStandardDeviation standard deviation of the noise of each coordinate, in the unit of
 *     the mean gradient; finite and above 0
 */
public record ClippedSchedule(
    int steps,
    double stepSize,
    double clipNorm,
    double momentum,
    int averaged,
    double noiseStandardDeviation) {
  /** Smallest clip norm that is accepted. Not tuned. */
  private static final double SMALLEST_CLIP_NORM = 1e-100;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ClippedSchedule {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requirePositive("stepSize", stepSize);
    Parameters.requirePositive("clipNorm", clipNorm);
    if (!(clipNorm >= SMALLEST_CLIP_NORM)) {
      throw new InvalidParameterException(
          "clipNorm", "was " + clipNorm + ": it must be at least " + SMALLEST_CLIP_NORM);
    }
    if (!(momentum >= 0 && momentum < 1)) {
      throw new InvalidParameterException(
          "momentum", "was " + momentum + ": it must be at least 0 and below 1");
    }
    if (!(averaged >= 1 && averaged <= steps)) {
      throw new InvalidParameterException(
          "averaged", "was " + averaged + ": it must be from 1 to the number of steps, " + steps);
    }
    Parameters.requirePositive("noiseStandardDeviation", noiseStandardDeviation);
  }

  /**
   * A schedule without momentum that releases the last iterate.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static ClippedSchedule of(
      int steps, double stepSize, double clipNorm, double noiseStandardDeviation) {
    return new ClippedSchedule(steps, stepSize, clipNorm, 0, 1, noiseStandardDeviation);
  }

  /**
   * This schedule with other noise.
   *
   * @param standardDeviation finite and above 0
   * @throws IllegalArgumentException if the standard deviation is out of range
   */
  public ClippedSchedule withNoise(double standardDeviation) {
    return new ClippedSchedule(steps, stepSize, clipNorm, momentum, averaged, standardDeviation);
  }

  /**
   * This schedule with momentum.
   *
   * @param share from 0 to below 1
   * @throws IllegalArgumentException if the share is out of range
   */
  public ClippedSchedule withMomentum(double share) {
    return new ClippedSchedule(steps, stepSize, clipNorm, share, averaged, noiseStandardDeviation);
  }

  /**
   * This schedule with an average released.
   *
   * @param iterates number of the last iterates, from 1 to the number of steps
   * @throws IllegalArgumentException if the number is out of range
   */
  public ClippedSchedule averaging(int iterates) {
    return new ClippedSchedule(
        steps, stepSize, clipNorm, momentum, iterates, noiseStandardDeviation);
  }
}
