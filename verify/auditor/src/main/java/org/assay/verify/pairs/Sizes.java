package org.assay.verify.pairs;

import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Numbers of records besides the one that differs. Few of them show what is divided by their
 * number, many what is small beside them. What is computed from the number n of records and a batch
 * size b jumps between two datasets of n and n + 1: {@code floor(n / b)} where n + 1 is a multiple
 * of b, {@code ceil(n / b)} where n is one, a rounded quotient half way between multiples.
 *
 * @param fewest no dataset is smaller
 * @param batch the batch size, if one is known
 */
record Sizes(int fewest, OptionalInt batch) {
  /** Larger datasets would hardly be run thousands of times, and might not fit into memory. */
  static final int LARGEST_BATCH = 100_000;

  private static final int[] LEADING = {0, 1, 9, 99};

  /** At round numbers: ten, a hundred, powers of two. */
  private static final int[] ROUND = {10, 100, 31, 32, 63, 64};

  private static final int DOUBLINGS = 7;
  private static final int MOST_BATCHES = 4;

  /**
   * Insists on numbers of records.
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

  /** The numbers to begin with: one batch but for a record, one batch, then small to large. */
  List<Integer> leading() {
    IntStream usual =
        IntStream.concat(IntStream.of(fewest), IntStream.of(LEADING)).sorted().distinct();
    if (batch.isEmpty()) {
      return listed(usual);
    }
    int size = batch.getAsInt();
    return listed(IntStream.concat(IntStream.of(size - 1, size), IntStream.of(fewest, 1)));
  }

  /** The first two that leave somebody besides the record that differs. */
  List<Integer> few() {
    return leading().stream().filter(size -> size > 0).limit(2).toList();
  }

  /**
   * More numbers at which something computed from them jumps, for pairs whose numbers of records
   * differ: two batches, half a batch; round numbers, if no batch size is known.
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
   * Small and large numbers alike, at most 127 above the fewest; if a batch size is known, half of
   * the time where one to four batches are full.
   */
  int drawn(RandomGenerator random) {
    if (batch.isPresent() && random.nextBoolean()) {
      int full = batch.getAsInt() * (1 + random.nextInt(MOST_BATCHES));
      return Math.max(fewest, full - random.nextInt(2));
    }
    return fewest + (int) Math.pow(2, DOUBLINGS * random.nextDouble()) - 1;
  }
}
