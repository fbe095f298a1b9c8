package org.assay.algorithms.noise;

import java.util.random.RandomGenerator;

/** Coins whose probabilities are rational, or exponentials of rationals, exactly. */
final class ExactBernoulli {
  private ExactBernoulli() {}

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
