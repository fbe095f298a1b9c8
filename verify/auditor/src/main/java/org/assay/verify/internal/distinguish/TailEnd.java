package org.assay.verify.internal.distinguish;

import java.util.Arrays;

/**
 * The most extreme distinct values at one end of a column, each with the number of runs on either
 * dataset. A value that drops out is less extreme than all values that stay. The counts of the kept
 * values are therefore exact, in whatever order runs are added.
 */
final class TailEnd {
  /** Number of distinct values that are kept. Not tuned: bounds the memory of a column. */
  static final int DEPTH = 64;

  /** Logarithm of the size of the cache in {@link #find}: 256 entries. */
  private static final int PLACE_BITS = 8;

  /** 2^64 divided by the golden ratio, odd: spreads near values over all bits. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int sign;
  private double[] values = new double[4];
  private long[] lefts = new long[4];
  private long[] rights = new long[4];
  private double limit;
  private int size;
  private final byte[] places = new byte[1 << PLACE_BITS];

  /**
   * An end without values.
   *
   * @param sign 1 for the smallest values, -1 for the largest
   * @param limit values less extreme than this are ignored
   */
  TailEnd(int sign, double limit) {
    this.sign = sign;
    this.limit = sign * limit;
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size == DEPTH;
  }

  /** The value at a rank; rank 0 is the most extreme one. */
  double value(int rank) {
    return sign * values[rank];
  }

  long left(int rank) {
    return lefts[rank];
  }

  long right(int rank) {
    return rights[rank];
  }

  /** Values less extreme than this are ignored. */
  double limit() {
    return sign * limit;
  }

  void include(double value, long left, long right) {
    double signed = sign * value;
    if (signed > limit) {
      return;
    }
    int place = find(signed);
    lefts[place] += left;
    rights[place] += right;
  }

  /**
   * The rank of a value, which is inserted if absent. A cache speeds up columns with few values, in
   * which the same values are looked up again and again.
   */
  private int find(double signed) {
    int slot = (int) ((Double.doubleToRawLongBits(signed) * MULTIPLIER) >>> (64 - PLACE_BITS));
    int guess = places[slot];
    if (guess < size && values[guess] == signed) {
      return guess;
    }
    int place = place(signed);
    if (place == size || values[place] != signed) {
      insert(place, signed);
    }
    places[slot] = (byte) place;
    return place;
  }

  /** Number of the kept values that are more extreme. */
  private int place(double signed) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < signed) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void insert(int place, double signed) {
    if (size == values.length && size < DEPTH) {
      values = Arrays.copyOf(values, 2 * size);
      lefts = Arrays.copyOf(lefts, 2 * size);
      rights = Arrays.copyOf(rights, 2 * size);
    }
    size = Math.min(DEPTH, size + 1);
    int moved = size - 1 - place;
    System.arraycopy(values, place, values, place + 1, moved);
    System.arraycopy(lefts, place, lefts, place + 1, moved);
    System.arraycopy(rights, place, rights, place + 1, moved);
    values[place] = signed;
    lefts[place] = 0;
    rights[place] = 0;
    limit = size == DEPTH ? values[DEPTH - 1] : limit;
  }
}
