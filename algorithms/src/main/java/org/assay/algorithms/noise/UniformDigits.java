package org.assay.algorithms.noise;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A uniform real number from 0 to 1, whose binary digits are drawn when they are needed.
 * Comparisons are exact: digits are drawn until two numbers differ.
 */
final class UniformDigits {
  /** Number of digits that are drawn together. Not tuned. */
  static final int CHUNK_BITS = 62;

  private final RandomGenerator random;
  private long[] chunks = new long[1];
  private int drawn;

  UniformDigits(RandomGenerator random) {
    this.random = random;
  }

  private long chunk(int i) {
    while (drawn <= i) {
      if (drawn == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * drawn);
      }
      chunks[drawn++] = random.nextLong() >>> (Long.SIZE - CHUNK_BITS);
    }
    return chunks[i];
  }

  /** Whether this number is the smaller one. */
  boolean isBelow(UniformDigits other) {
    int i = 0;
    while (chunk(i) == other.chunk(i)) {
      i++;
    }
    return chunk(i) < other.chunk(i);
  }

  /** The whole part of this number times {@code 2^(count CHUNK_BITS)}. */
  BigInteger leading(int count) {
    BigInteger digits = BigInteger.ZERO;
    for (int i = 0; i < count; i++) {
      digits = digits.shiftLeft(CHUNK_BITS).add(BigInteger.valueOf(chunk(i)));
    }
    return digits;
  }
}
