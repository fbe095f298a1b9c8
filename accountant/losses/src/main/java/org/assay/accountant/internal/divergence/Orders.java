package org.assay.accountant.internal.divergence;

import org.assay.accountant.numeric.Enclosure;

/** Guards shared by the closed forms. */
final class Orders {
  private Orders() {}

  /**
   * Requires a finite distance of at least 0 and a finite order of at least 1.
   *
   * @throws IllegalArgumentException if one of them is out of range
   */
  static void require(Enclosure distance, double order) {
    if (!(distance.lower() >= 0 && distance.upper() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "distance was " + distance + ": it must be finite and at least 0");
    }
    if (!(order >= 1 && order <= 0x1p52)) {
      throw new IllegalArgumentException("order was " + order + ": it must be in [1, 2^52]");
    }
  }
}
