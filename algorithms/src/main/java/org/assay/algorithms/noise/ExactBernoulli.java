package org.assay.algorithms.noise;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/** Coins whose probabilities are rational, or exponentials of rationals, exactly. */
final class ExactBernoulli {
  private static final int CHUNK_BITS = 62;

  private ExactBernoulli() {}

  /** True with probability {@code numerator / denominator}, both below 2^63. */
  static boolean ratio(long numerator, long denominator, RandomGenerator random) {
    return random.nextLong(denominator) < numerator;
  }

  /**
   * True with probability {@code numerator / denominator}, from 0 to 1: a uniform number's binary
   * digits are compared with the fraction's until they differ.
   */
  static boolean ratio(BigInteger numerator, BigInteger denominator, RandomGenerator random) {
    BigInteger rest = numerator;
    while (rest.signum() > 0) {
      if (rest.compareTo(denominator) >= 0) {
        return true;
      }
      BigInteger[] digits = rest.shiftLeft(CHUNK_BITS).divideAndRemainder(denominator);
      long uniform = random.nextLong() >>> (Long.SIZE - CHUNK_BITS);
      long expected = digits[0].longValueExact();
      if (uniform != expected) {
        return uniform < expected;
      }
      rest = digits[1];
    }
    return false;
  }

  /**
   * True with probability {@code e^(-numerator/denominator)}, the exponent from 0 to 1
   * ([@CanonneKamathSteinke2020], Algorithm 1).
   *
   * @param denominator at most 2^53, which leaves the products room for a thousand factors
   */
  static boolean exponential(long numerator, long denominator, RandomGenerator random) {
    long factors = 1;
    while (ratio(numerator, Math.multiplyExact(denominator, factors), random)) {
      factors++;
    }
    return factors % 2 == 1;
  }

  /** True with probability {@code e^(-numerator/denominator)}, the exponent at least 0. */
  static boolean exponential(BigInteger numerator, BigInteger denominator, RandomGenerator random) {
    BigInteger[] parts = numerator.divideAndRemainder(denominator);
    // Almost surely the loop ends long before a whole part that does not fit.
    for (BigInteger left = parts[0]; left.signum() > 0; left = left.subtract(BigInteger.ONE)) {
      if (!exponential(1, 1, random)) {
        return false;
      }
    }
    BigInteger product = denominator;
    int factors = 1;
    while (ratio(parts[1], product, random)) {
      factors++;
      product = product.add(denominator);
    }
    return factors % 2 == 1;
  }
}
