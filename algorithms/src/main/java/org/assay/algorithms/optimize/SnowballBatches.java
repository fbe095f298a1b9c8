package org.assay.algorithms.optimize;

import java.math.BigDecimal;
import org.assay.accountant.privacy.Parameters;

/**
 * The batch sizes {@code ⌈2 √(dimension / k) / rho⌉} of Snowball-SGD, k counted from the last step,
 * exactly.
 *
 * @param dimension at least 1
 * @param rho finite and above 0
 */
record SnowballBatches(int dimension, double rho) {
  /**
   * Far above the rounding error of three operations, so an estimate this far from an integer is
   * safe.
   */
  private static final double MARGIN = 1e-14;

  SnowballBatches {
    Parameters.requireAtLeastOne("dimension", dimension);
    Parameters.requirePositive("rho", rho);
  }

  /**
   * A batch size.
   *
   * @param fromEnd which step: 1 is the last
   * @throws IllegalArgumentException if the size does not fit an {@code int}
   */
  int size(int fromEnd) {
    double estimate = 2 * Math.sqrt((double) dimension / fromEnd) / rho;
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

  /** Whether {@code size² rho² fromEnd >= 4 dimension}, in exact arithmetic. */
  private boolean suffices(int size, int fromEnd) {
    BigDecimal product = BigDecimal.valueOf(size).multiply(new BigDecimal(rho));
    BigDecimal left = product.multiply(product).multiply(BigDecimal.valueOf(fromEnd));
    return left.compareTo(BigDecimal.valueOf(4L * dimension)) >= 0;
  }
}
