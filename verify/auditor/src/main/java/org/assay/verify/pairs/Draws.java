package org.assay.verify.pairs;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random generators that depend on a seed and a number only. No verdict rests on their quality. */
final class Draws {
  /** 2^64 divided by the golden ratio, odd: the increment of SplitMix64. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Draws() {}

  static RandomGenerator of(long seed, long index) {
    return new SplittableRandom(mix(mix(seed + GOLDEN) + index * GOLDEN));
  }

  static <T> T pick(List<T> choices, RandomGenerator random) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** The finalizer of SplitMix64, a bijection. */
  static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long y = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }
}
