package org.assay.accountant.event;

import java.util.Arrays;
import org.assay.accountant.privacy.Parameters;

/**
 * The steps of noisy gradient descent, fixed before the data are seen: step t moves against the
 * mean gradient of {@code batchSize(t)} records, perturbed by N(0, {@code
 * noiseStandardDeviation(t)}² I), times {@code stepSize(t)}. The noise is in the unit of the mean
 * gradient: what reaches the parameter has standard deviation {@code stepSize(t) ·
 * noiseStandardDeviation(t)}. Steps count from 0.
 */
public final class GradientSchedule {
  private final double[] stepSizes;
  private final int[] batchSizes;
  private final double[] noiseStandardDeviations;

  private GradientSchedule(double[] stepSizes, int[] batchSizes, double[] noiseStandardDeviations) {
    this.stepSizes = stepSizes;
    this.batchSizes = batchSizes;
    this.noiseStandardDeviations = noiseStandardDeviations;
  }

  /**
   * A schedule from one array for each quantity.
   *
   * @param stepSizes finite and above 0, one for each step
   * @param batchSizes at least 1, one for each step
   * @param noiseStandardDeviations finite and at least 0, one for each step
   * @return the schedule
   * @throws IllegalArgumentException if the arrays are empty, differ in length or hold a value out
   *     of range
   */
  public static GradientSchedule of(
      double[] stepSizes, int[] batchSizes, double[] noiseStandardDeviations) {
    return checked(stepSizes.clone(), batchSizes.clone(), noiseStandardDeviations.clone());
  }

  /** Checks what nobody else can change. */
  private static GradientSchedule checked(
      double[] stepSizes, int[] batchSizes, double[] noiseStandardDeviations) {
    int steps = stepSizes.length;
    if (!(steps >= 1 && batchSizes.length == steps && noiseStandardDeviations.length == steps)) {
      throw new IllegalArgumentException(
          "lengths of stepSizes, batchSizes and noiseStandardDeviations were "
              + steps
              + ", "
              + batchSizes.length
              + ", "
              + noiseStandardDeviations.length
              + ": they must be equal and at least 1");
    }
    for (int t = 0; t < steps; t++) {
      Parameters.requirePositive("stepSizes[" + t + "]", stepSizes[t]);
      Parameters.requireAtLeastOne("batchSizes[" + t + "]", batchSizes[t]);
      Parameters.requireNonNegative(
          "noiseStandardDeviations[" + t + "]", noiseStandardDeviations[t]);
    }
    return new GradientSchedule(stepSizes, batchSizes, noiseStandardDeviations);
  }

  /**
   * Number of steps.
   *
   * @return at least 1
   */
  public int steps() {
    return stepSizes.length;
  }

  /**
   * Step size.
   *
   * @param step which step, from 0
   * @return its size
   */
  public double stepSize(int step) {
    return stepSizes[step];
  }

  /**
   * Batch size.
   *
   * @param step which step, from 0
   * @return how many records its gradient averages
   */
  public int batchSize(int step) {
    return batchSizes[step];
  }

  /**
   * Noise.
   *
   * @param step which step, from 0
   * @return standard deviation of the noise added to the mean gradient, in each coordinate
   */
  public double noiseStandardDeviation(int step) {
    return noiseStandardDeviations[step];
  }

  /**
   * How many records one pass uses.
   *
   * @return the sum of the batch sizes
   */
  public long totalRecords() {
    return Arrays.stream(batchSizes).asLongStream().sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GradientSchedule that
        && Arrays.equals(stepSizes, that.stepSizes)
        && Arrays.equals(batchSizes, that.batchSizes)
        && Arrays.equals(noiseStandardDeviations, that.noiseStandardDeviations);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(stepSizes) + Arrays.hashCode(batchSizes))
        + Arrays.hashCode(noiseStandardDeviations);
  }

  @Override
  public String toString() {
    return steps() + " steps over " + totalRecords() + " records";
  }
}
