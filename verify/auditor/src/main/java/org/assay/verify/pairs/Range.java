package org.assay.verify.pairs;

/**
 * The numbers between two ends.
 *
 * @param low the smallest, finite
 * @param high the largest, finite, above low
 */
record Range(double low, double high) {
  /**
   * Distance of {@link #small} from {@link #near}, as a part of the distance to {@link #far}. Not
   * tuned.
   */
  private static final double SMALL = 1.0 / 64;

  /**
   * Checks the ends.
   *
   * @throws IllegalArgumentException if the ends are not finite and ascending
   */
  Range {
    if (!(low > Double.NEGATIVE_INFINITY && low < high && high < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "range was [" + low + ", " + high + "]: its ends must be finite and ascending");
    }
  }

  /** The end with the larger absolute value, which moves sums and squares most. */
  double far() {
    return Math.abs(high) >= Math.abs(low) ? high : low;
  }

  /** The other end, see {@link #far}. */
  double opposite() {
    return far() == high ? low : high;
  }

  /** The number with the smallest absolute value: 0 if it is in the range. */
  double near() {
    return inside(0) + 0.0;
  }

  /** A number slightly larger in size than {@link #near}, towards {@link #far}. */
  double small() {
    return inside(near() + (far() - near()) * SMALL);
  }

  /** The centre of the range. */
  double middle() {
    return at(0.5);
  }

  /**
   * The number at a place, from 0 for the low end to 1 for the high end, computed without overflow.
   */
  double at(double fraction) {
    return inside((1 - fraction) * low + fraction * high);
  }

  private double inside(double value) {
    return Math.max(low, Math.min(high, value));
  }
}
