package org.assay.testing.internal.suite;

/**
 * The right to make one audit.
 *
 * @param test the test that makes it
 * @param ordinal which audit of the test it is, from 1
 * @param errorProbability the audit's share
 * @param rootSeed the seed that a user gives to repeat the test
 * @param seed the audit's own seed: the root seed for the first audit of a test, otherwise mixed
 *     with the ordinal
 */
public record Reservation(
    TestIdentity test, int ordinal, double errorProbability, long rootSeed, long seed) {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  static Reservation of(TestIdentity test, int ordinal, double errorProbability, long rootSeed) {
    long seed = ordinal == 1 ? rootSeed : mix(rootSeed ^ mix(ordinal * GOLDEN));
    return new Reservation(test, ordinal, errorProbability, rootSeed, seed);
  }

  /** Finalizer of SplitMix64, a bijection: two audits of a test never share a seed, but by name. */
  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long y = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return y ^ (y >>> 31);
  }
}
