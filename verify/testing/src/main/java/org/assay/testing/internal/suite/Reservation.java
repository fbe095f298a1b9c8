package org.assay.testing.internal.suite;

/**
 * The permission for one audit, with its part of the error probability.
 *
 * @param test the test that makes it
 * @param ordinal the number of the audit within its test, from 1
 * @param errorProbability the audit's part
 * @param rootSeed the seed by which a user repeats the test
 * @param seed the audit's own seed: the root seed for the first audit of a test; for later ones it
 *     is mixed with the ordinal
 */
public record Reservation(
    TestIdentity test, int ordinal, double errorProbability, long rootSeed, long seed) {
  /** 2^64 divided by the golden ratio, odd: the increment of SplitMix64. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  static Reservation of(TestIdentity test, int ordinal, double errorProbability, long rootSeed) {
    long seed = ordinal == 1 ? rootSeed : mix(rootSeed ^ mix(ordinal * GOLDEN));
    return new Reservation(test, ordinal, errorProbability, rootSeed, seed);
  }

  /** The finalizer of SplitMix64, a bijection: two audits of a test never have the same seed. */
  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long y = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }
}
