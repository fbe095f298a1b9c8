package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeystreamRandomTest {
  /** Far more than one buffer of 1024. */
  private static final int MANY = 50_000;

  @Test
  void theSameSeedGivesTheSameNumbers() {
    assertTrue(sameNumbers(KeystreamRandom.ofSeed(7), KeystreamRandom.ofSeed(7)));
  }

  private static boolean sameNumbers(RandomGenerator one, RandomGenerator other) {
    return IntStream.range(0, MANY).allMatch(i -> one.nextLong() == other.nextLong());
  }

  /**
   * OpenSSL 3: {@code printf 'assay keystream\0\0\0\0\0\0\0\x2a' | sha256sum} is the key of {@code
   * openssl enc -aes-256-ctr -iv 0…0} over zeros.
   */
  @Test
  void isAesInCounterMode() {
    KeystreamRandom random = KeystreamRandom.ofSeed(42);
    assertEquals(0xf34279725431473dL, random.nextLong());
    assertEquals(0xe30998e42dcc0abdL, random.nextLong());
    for (int i = 2; i < 1025; i++) {
      random.nextLong();
    }
    assertEquals(0xa934fd279e3516a5L, random.nextLong(), "the second number of the second buffer");
  }

  /** Seeds that are 0, all ones, or arbitrary, and all that differ from one of them in one bit. */
  @Test
  void everyBitOfTheSeedCounts() {
    Set<Long> seeds = new HashSet<>();
    Set<Long> firsts = new HashSet<>();
    for (long seed : new long[] {0, -1, 0x0123456789abcdefL}) {
      seeds.add(seed);
      for (int bit = 0; bit < Long.SIZE; bit++) {
        seeds.add(seed ^ (1L << bit));
      }
    }
    seeds.forEach(seed -> firsts.add(KeystreamRandom.ofSeed(seed).nextLong()));
    assertEquals(3 * 65, seeds.size());
    assertEquals(seeds.size(), firsts.size(), "first numbers of the streams");
  }

  @Test
  void seedsAndFreshKeysDiffer() {
    Set<Long> firsts = new HashSet<>();
    for (int seed = -500; seed < 500; seed++) {
      firsts.add(KeystreamRandom.ofSeed(seed).nextLong());
    }
    for (int i = 0; i < 10; i++) {
      firsts.add(KeystreamRandom.secure().nextLong());
    }
    assertEquals(1010, firsts.size(), "64-bit numbers of 1010 generators");
  }

  @Test
  void buffersDoNotRepeat() {
    KeystreamRandom random = KeystreamRandom.ofSeed(9);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      seen.add(random.nextLong());
    }
    assertEquals(MANY, seen.size(), "64-bit numbers without collision");
  }

  /** Chi-square of 400,000 bytes with 255 degrees of freedom: above 400 with probability 1e-8. */
  @Test
  void bytesAreUniform() {
    int[] counts = new int[256];
    KeystreamRandom random = KeystreamRandom.ofSeed(10);
    byte[] bytes = new byte[400_000];
    random.nextBytes(bytes);
    for (byte b : bytes) {
      counts[b & 0xff]++;
    }
    double expected = bytes.length / 256.0;
    double statistic = 0;
    for (int count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    assertTrue(statistic < 400, "chi-square " + statistic);
    assertNotEquals(0, statistic, "not a counter");
  }
}
