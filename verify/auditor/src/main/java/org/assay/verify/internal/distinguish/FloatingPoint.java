package org.assay.verify.internal.distinguish;

/** Properties of a double's bits that depend on how the double was computed ([@Mironov2012]). */
final class FloatingPoint {
  /**
   * Returned for zero, which every power of two divides; larger than the power of any other double.
   */
  static final int LARGEST_POWER = 1024;

  /** Number of bits of a double's significand after the leading one. */
  private static final int FRACTION_BITS = 52;

  /** Mask of these bits. */
  private static final long FRACTION = (1L << FRACTION_BITS) - 1;

  /** The exponent field of infinity and NaN. */
  private static final int EXPONENTS = 0x7ff;

  /** Exponent field of a number whose lowest bit has the value 1: 1023 + 52. */
  private static final int BIAS = 1075;

  private FloatingPoint() {}

  /**
   * The largest {@code k} such that a value is an integer times {@code 2^k}: the position of its
   * lowest set bit.
   *
   * @param value any double
   * @return the power, NaN for a value that is not finite, {@link #LARGEST_POWER} for zero
   */
  static double grid(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> FRACTION_BITS) & EXPONENTS;
    long fraction = bits & FRACTION;
    if (exponent == EXPONENTS) {
      return Double.NaN;
    }
    if (exponent == 0) {
      return fraction == 0 ? LARGEST_POWER : Long.numberOfTrailingZeros(fraction) + 1 - BIAS;
    }
    return Long.numberOfTrailingZeros(fraction | 1L << FRACTION_BITS) + exponent - BIAS;
  }

  /**
   * Number of zeros at the end of the 52 bits after the leading one.
   *
   * @param value any double
   * @return 0 to 52, NaN for a value that is not finite
   */
  static double trailingZeros(double value) {
    long fraction = Double.doubleToRawLongBits(value) & FRACTION;
    boolean finite = Math.abs(value) < Double.POSITIVE_INFINITY;
    return finite ? Long.numberOfTrailingZeros(fraction | 1L << FRACTION_BITS) : Double.NaN;
  }

  static boolean isNegativeZero(double value) {
    return value == 0 && Double.doubleToRawLongBits(value) != 0;
  }

  static boolean isSubnormal(double value) {
    return value != 0 && Math.abs(value) < Double.MIN_NORMAL;
  }
}
