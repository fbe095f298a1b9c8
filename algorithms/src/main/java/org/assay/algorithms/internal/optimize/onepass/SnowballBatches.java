package org.assay.algorithms.internal.optimize.onepass;

import java.math.BigDecimal;
import org.assay.accountant.privacy.Parameters;

/**
 * The batch sizes of Snowball-SGD, {@code ⌈√(squaredNumerator / k) / rho⌉} with k counted from the
 * last step, exactly.
 *
 * @param squaredNumerator a whole number, at least 1
 * @param rho finite and above 0
 */
public record SnowballBatches(long squaredNumerator, double rho) {
  /**
   * Relative distance from an integer above which an estimate is safe, far above the rounding error
   * of three operations. Not tuned.
   */
  private static final double MARGIN = 1e-14;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public SnowballBatches {
    Parameters.requireAtLeastOne("squaredNumerator", squaredNumerator);
    Parameters.requirePositive("rho", rho);
  }

  /**
   * The sizes for a constant step, {@code ⌈2 √(dimension / k) / rho⌉}.
   *
   * @param dimension at least 1
   * @param rho finite and above 0
   */
  public static SnowballBatches constantStep(int dimension, double rho) {
    return new SnowballBatches(4L * dimension, rho);
  }

  /**
   * The sizes for a decaying step, {@code ⌈4 √(3 dimension / k) / rho⌉}.
   *
   * @param dimension at least 1
   * @param rho finite and above 0
   */
  public static SnowballBatches decayingStep(int dimension, double rho) {
    return new SnowballBatches(48L * dimension, rho);
  }

  /**
   * A batch size.
   *
   * @param fromEnd number of the step from the end: 1 is the last
   * @return the size, at least 1
   * @throws IllegalArgumentException if the size does not fit an {@code int}
   */
  public int size(int fromEnd) {
    double estimate = Math.sqrt((double) squaredNumerator / fromEnd) / rho;
    if (!(estimate < Integer.MAX_VALUE - 1)) {
      throw new IllegalArgumentException(
          "rho was " + rho + ": it is too small, one batch would need " + estimate + " records");
    }
    int low = (int) Math.ceil(estimate * (1 - MARGIN));
    int high = (int) Math.ceil(estimate * (1 + MARGIN));
    while (low < high && !suffices(low, fromEnd)) {
      low++;
    }
    return Math.max(1, low);
  }

  /** Whether {@code size² rho² fromEnd >= squaredNumerator}, in exact arithmetic. */
  private boolean suffices(int size, int fromEnd) {
    BigDecimal product = BigDecimal.valueOf(size).multiply(new BigDecimal(rho));
    BigDecimal left = product.multiply(product).multiply(BigDecimal.valueOf(fromEnd));
    return left.compareTo(BigDecimal.valueOf(squaredNumerator)) >= 0;
  }

  /**
   * The sizes of a number of steps.
   *
   * @param steps number of steps, at least 1
   * @return the sizes, in the order of the steps
   */
  public int[] sizes(int steps) {
    int[] sizes = new int[steps];
    for (int t = 0; t < steps; t++) {
      sizes[t] = size(steps - t);
    }
    return sizes;
  }

  /**
   * The largest number of steps for a number of records: counted from the end, sizes do not depend
   * on the number of steps.
   *
   * @param records number of records
   * @return the number of steps, at least 1
   * @throws IllegalArgumentException if the records do not suffice for one step
   */
  public int steps(int records) {
    int steps = 0;
    long left = records;
    while (left > 0) {
      left -= size(steps + 1);
      steps += left >= 0 ? 1 : 0;
    }
    if (steps == 0) {
      throw new IllegalArgumentException(
          "records was " + records + ": one step alone needs " + size(1) + "; raise rho");
    }
    return steps;
  }
}
