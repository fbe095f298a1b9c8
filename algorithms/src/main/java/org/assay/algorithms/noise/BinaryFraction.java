package org.assay.algorithms.noise;

import java.math.BigInteger;

/**
 * A finite double as {@code mantissa · 2^exponent}, exactly, the mantissa odd or 0.
 *
 * @param mantissa below 2^53 in magnitude
 * @param exponent power of two
 */
record BinaryFraction(long mantissa, int exponent) {
  /** Number of bits of a double's significand after the leading one. */
  private static final int FRACTION_BITS = 52;

  /** The exact value of a finite double. */
  static BinaryFraction of(double value) {
    if (value == 0) {
      return new BinaryFraction(0, 0);
    }
    int exponent = Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - FRACTION_BITS;
    long mantissa = (long) Math.scalb(value, -exponent);
    int zeros = Long.numberOfTrailingZeros(mantissa);
    return new BinaryFraction(mantissa >> zeros, exponent + zeros);
  }

  /** This number over 2^unit, which must be whole. */
  BigInteger over(int unit) {
    return BigInteger.valueOf(mantissa).shiftLeft(exponent - unit);
  }
}
