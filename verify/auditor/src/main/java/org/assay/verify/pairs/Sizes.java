package org.assay.verify.pairs;

import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Numbers of records besides the one that differs. Few other records show faults of a divisor. Many
 * other records show faults of values that are small beside their number. Let n be the number of
 * records and b the batch size. Between datasets of n and n + 1 records, values computed from n and
 * b jump. {@code floor(n / b)} jumps if n + 1 is a multiple of b, {@code ceil(n / b)} if n is a
 * multiple, and a rounded quotient half way between multiples.
 *
 * @param fewest the smallest number of records of any dataset
 * @param batch the batch size, if known
 */
record Sizes(int fewest, OptionalInt batch) {
  /**
   * Upper limit of a batch size. Larger datasets could hardly be run thousands of times, and might
   * not fit into memory. Not tuned.
   */
  static final int LARGEST_BATCH = 100_000;

  /**
   * Numbers of other records in the first pairs: datasets of 1, 2, 10 and 100 records. Not tuned.
   */
  private static final int[] LEADING = {0, 1, 9, 99};

  /** Numbers of other records next to round numbers: ten, a hundred, powers of two. Not tuned. */
  private static final int[] ROUND = {10, 100, 31, 32, 63, 64};

  /**
   * Random numbers of other records are below the smallest number plus 2 to this power. Not tuned.
   */
  private static final int DOUBLINGS = 7;

  /** Largest number of full batches in a random pair. Not tuned. */
  private static final int MOST_BATCHES = 4;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the fewest are negative or a batch has no record
   */
  Sizes {
    if (!(fewest >= 0)) {
      throw new IllegalArgumentException(
          "fewest was " + fewest + ": it must be at least 0, which allows the empty dataset");
    }
    if (!(batch.isEmpty() || (batch.getAsInt() >= 1 && batch.getAsInt() <= LARGEST_BATCH))) {
      throw new IllegalArgumentException(
          "batchSize was " + batch.getAsInt() + ": it must be from 1 to " + LARGEST_BATCH);
    }
  }

  static Sizes of(int fewest) {
    return new Sizes(fewest, OptionalInt.empty());
  }

  static Sizes around(int fewest, int batch) {
    return new Sizes(fewest, OptionalInt.of(batch));
  }

  /** Numbers for the first pairs: one batch less a record, one batch, then from small to large. */
  List<Integer> leading() {
    IntStream usual =
        IntStream.concat(IntStream.of(fewest), IntStream.of(LEADING)).sorted().distinct();
    if (batch.isEmpty()) {
      return listed(usual);
    }
    int size = batch.getAsInt();
    return listed(IntStream.concat(IntStream.of(size - 1, size), IntStream.of(fewest, 1)));
  }

  /** The first two numbers with at least one record besides the record that differs. */
  List<Integer> few() {
    return leading().stream().filter(size -> size > 0).limit(2).toList();
  }

  /**
   * Further numbers at which values computed from them jump, for datasets of different sizes: two
   * batches and half a batch, or round numbers if no batch size is known.
   */
  List<Integer> jumps() {
    if (batch.isEmpty()) {
      return listed(IntStream.of(ROUND));
    }
    int size = batch.getAsInt();
    return listed(IntStream.of(2 * size - 1, 2 * size, (size + 1) / 2 - 1, size / 2)).stream()
        .filter(jump -> !leading().contains(jump))
        .toList();
  }

  private List<Integer> listed(IntStream sizes) {
    return sizes.filter(size -> size >= fewest).distinct().boxed().toList();
  }

  /**
   * A random number, at most 126 above the smallest, with small and large ones equally likely. If a
   * batch size is known, half of the draws fill one to four batches instead.
   */
  int drawn(RandomGenerator random) {
    if (batch.isPresent() && random.nextBoolean()) {
      int full = batch.getAsInt() * (1 + random.nextInt(MOST_BATCHES));
      return Math.max(fewest, full - random.nextInt(2));
    }
    return fewest + (int) Math.pow(2, DOUBLINGS * random.nextDouble()) - 1;
  }
}
