package org.assay.verify.internal.distinguish;

/**
 * Distance between the means of a number on the two datasets, in standard errors. Trials without
 * the number count as 0.
 */
final class Contrast {
  /**
   * Added to the variance of the difference, so that a number which never varies on either side
   * does not get an infinite contrast. Not tuned.
   */
  private static final double LEAST_VARIANCE = 1e-12;

  private final double[] sum = new double[2];
  private final double[] squares = new double[2];

  void include(boolean left, double value) {
    int side = left ? 0 : 1;
    sum[side] += value;
    squares[side] += value * value;
  }

  /**
   * The distance of the means in standard errors.
   *
   * @param leftTrials trials on the left dataset, with the number or without
   * @param rightTrials trials on the right dataset
   */
  double value(int leftTrials, int rightTrials) {
    if (leftTrials == 0 || rightTrials == 0) {
      return 0;
    }
    double variance = LEAST_VARIANCE + variance(0, leftTrials) + variance(1, rightTrials);
    return Math.abs(sum[0] / leftTrials - sum[1] / rightTrials) / Math.sqrt(variance);
  }

  /** The variance of the mean of one side. */
  private double variance(int side, int trials) {
    double mean = sum[side] / trials;
    return Math.max(0, squares[side] / trials - mean * mean) / trials;
  }
}
