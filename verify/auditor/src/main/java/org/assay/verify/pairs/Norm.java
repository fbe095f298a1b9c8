package org.assay.verify.pairs;

import java.math.BigDecimal;

/** A norm of vectors of doubles. */
public enum Norm {
  /** Sum of absolute values. */
  L1,

  /** Euclidean length. */
  L2,

  /** Largest absolute value. */
  L_INFINITY;

  /**
   * The longest vector along a direction that a radius allows.
   *
   * @param direction finite, not all 0
   * @param radius finite, above 0
   * @return a multiple of the direction, up to rounding, of exact norm at most the radius and above
   *     {@code radius * (1 - 1e-12)} unless coordinates underflow
   * @throws IllegalArgumentException if the direction has no length
   */
  double[] scaled(double[] direction, double radius) {
    double largest = 0;
    for (double coordinate : direction) {
      largest = Math.max(largest, Math.abs(coordinate));
    }
    if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "direction had largest coordinate " + largest + ": it must be finite and above 0");
    }
    double length = 0;
    for (double coordinate : direction) {
      double size = Math.abs(coordinate / largest);
      length = this == L1 ? length + size : this == L2 ? Math.hypot(length, size) : 1;
    }
    double[] vector = new double[direction.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = direction[i] / largest * (radius / length);
    }
    return shortened(vector, radius);
  }

  private double[] shortened(double[] vector, double radius) {
    double factor = 0x1.fffffffffffffp-1;
    while (exceeds(vector, radius)) {
      for (int i = 0; i < vector.length; i++) {
        vector[i] *= factor;
      }
      factor *= factor;
    }
    return vector;
  }

  /** Whether the exact norm is above the radius. */
  private boolean exceeds(double[] vector, double radius) {
    BigDecimal limit = new BigDecimal(radius);
    BigDecimal sum = BigDecimal.ZERO;
    for (double coordinate : vector) {
      BigDecimal size = new BigDecimal(coordinate).abs();
      sum =
          switch (this) {
            case L1 -> sum.add(size);
            case L2 -> sum.add(size.multiply(size));
            case L_INFINITY -> sum.max(size);
          };
    }
    return sum.compareTo(this == L2 ? limit.multiply(limit) : limit) > 0;
  }
}
