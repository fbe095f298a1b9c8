package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;

/** Coins whose probabilities are rational, or exponentials of rationals, exactly. */
public final class ExactBernoulli {
  private static final int UNIT_BITS = 32;

  /** Number of units in an exponent of 1. */
  public static final double UNITS = 0x1p32;

  private ExactBernoulli() {}

  /**
   * True with probability {@code e^(-units/2^32)}, exactly.
   *
   * @param units the exponent, at least 0
   * @param random the source of randomness
   * @return the side of the coin
   */
  public static boolean exponential(long units, RandomGenerator random) {
    for (long whole = units >>> UNIT_BITS; whole > 0; whole--) {
      if (!exponential(1, 1, random)) {
        return false;
      }
    }
    return exponential(units & 0xFFFFFFFFL, 1L << UNIT_BITS, random);
  }

  /** True with probability {@code numerator / denominator}, both below 2^63. */
  static boolean ratio(long numerator, long denominator, RandomGenerator random) {
    return random.nextLong(denominator) < numerator;
  }

  /**
   * True with probability {@code e^(-numerator/denominator)}, the exponent from 0 to 1
   * ([@CanonneKamathSteinke2020], Algorithm 1).
   *
   * @param denominator at most 2^53, so that products of a thousand factors do not overflow
   */
  static boolean exponential(long numerator, long denominator, RandomGenerator random) {
    long factors = 1;
    while (ratio(numerator, Math.multiplyExact(denominator, factors), random)) {
      factors++;
    }
    return factors % 2 == 1;
  }
}
