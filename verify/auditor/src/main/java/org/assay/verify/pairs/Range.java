package org.assay.verify.pairs;

/**
 * The numbers between two ends.
 *
 * @param low the smallest, finite
 * @param high the largest, finite, above low
 */
record Range(double low, double high) {
  private static final double SMALL = 1.0 / 64;

  /**
   * Insists on an interval.
   *
   * @throws IllegalArgumentException if the ends are not finite and ascending
   */
  Range {
    if (!(low > Double.NEGATIVE_INFINITY && low < high && high < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "range was [" + low + ", " + high + "]: its ends must be finite and ascending");
    }
  }

  /** The end of the larger size: what moves sums and squares most. */
  double far() {
    return Math.abs(high) >= Math.abs(low) ? high : low;
  }

  /** The end that {@link #far} is not. */
  double opposite() {
    return far() == high ? low : high;
  }

  /** The smallest size there is: 0 if it lies in the range. */
  double near() {
    return inside(0) + 0.0;
  }

  /** Little more than the smallest size, in the direction of the largest. */
  double small() {
    return inside(near() + (far() - near()) * SMALL);
  }

  /** The centre. */
  double middle() {
    return at(0.5);
  }

  /** A place between low, at 0, and high, at 1; no intermediate result overflows. */
  double at(double fraction) {
    return inside((1 - fraction) * low + fraction * high);
  }

  private double inside(double value) {
    return Math.max(low, Math.min(high, value));
  }
}
