package org.assay.verify.trial;

import java.util.random.RandomGenerator;

/**
 * The generator of one trial: xoshiro256++ (period 2<sup>256</sup> - 1, passes BigCrush, not for
 * cryptography). The SplitMix64 mixer fills its state from the pair (seed, stream). For one seed,
 * distinct streams start from distinct states, because the mixer is a bijection of the first state
 * word. If the mixed states are taken for random ones, two of n streams of length L overlap with
 * probability below {@code n² L / 2^255}.
 */
final class TrialRandom implements RandomGenerator {
  /** 2^64 divided by the golden ratio, odd: the increment of SplitMix64. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long a;
  private long b;
  private long c;
  private long d;

  private TrialRandom(long a, long b, long c, long d) {
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }

  static TrialRandom of(long seed, long stream) {
    long root = mix(seed + GOLDEN);
    long first = mix(root + stream * GOLDEN);
    long second = mix(first ^ seed);
    long third = mix(second + GOLDEN);
    // An odd last word makes the state different from all zeros.
    return new TrialRandom(first, second, third, mix(third + GOLDEN) | 1);
  }

  /** The fair coin of a trial, from a stream that no mechanism gets. */
  static boolean coin(long seed, long trial) {
    return mix(mix(mix(seed ^ 0x5DEECE66DL) + trial * GOLDEN) + GOLDEN) < 0;
  }

  /** Finalizer of SplitMix64, a bijection. */
  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long y = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }

  @Override
  public long nextLong() {
    final long result = Long.rotateLeft(a + d, 23) + a;
    final long shifted = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = Long.rotateLeft(d, 45);
    return result;
  }
}
