package org.assay.verify.shrink;

import java.util.OptionalLong;

/** Seeds that differ from each other and from a seed that was used before. */
final class FreshSeeds {
  /** 2^64 divided by the golden ratio, odd: the increment of SplitMix64. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final OptionalLong used;
  private long state;

  FreshSeeds(long root) {
    this(root, OptionalLong.empty());
  }

  FreshSeeds(long root, long used) {
    this(root, OptionalLong.of(used));
  }

  private FreshSeeds(long root, OptionalLong used) {
    this.used = used;
    this.state = mix(root ^ 0x6A09E667F3BCC909L);
  }

  /**
   * The next seed. No seed returns early: the state runs through all 64-bit numbers, and the mixer
   * is a bijection.
   */
  long next() {
    state += GOLDEN;
    long seed = mix(state);
    return used.isPresent() && used.getAsLong() == seed ? next() : seed;
  }

  /** Finalizer of SplitMix64. */
  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long y = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }
}
