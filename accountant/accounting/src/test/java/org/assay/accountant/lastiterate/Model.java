package org.assay.accountant.lastiterate;

/**
 * The last iterate of a run in an interval, on two neighbouring data, under any admissible
 * schedule: what an {@link Adversary} works with.
 */
interface Model {
  /** Length of the interval. */
  double width();

  /** The blocks of steps in which an adversary may choose one drift each. */
  long[] lengths();

  /** How far the two runs move apart in a step at most, in the mean. */
  double growth();

  /** The largest mean drift that the other records can make. */
  double largestDrift();

  /** Whether mirroring the interval exchanges the two data. */
  boolean symmetric();

  /** Cells in which to compare the two laws. */
  Cells cells();

  /**
   * The masses of the last iterate in the cells.
   *
   * @param schedule the adversary's choices
   * @param first which of the data
   * @param nodes in a panel of the quadrature
   */
  double[] law(Schedule schedule, boolean first, int nodes);

  /** About how many multiplications one law takes. */
  double work();
}
