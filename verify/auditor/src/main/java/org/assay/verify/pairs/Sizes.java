package org.assay.verify.pairs;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Numbers of records besides the one that differs. Few of them show what is divided by their
 * number, many what is small beside them.
 *
 * @param fewest no dataset is smaller
 */
record Sizes(int fewest) {
  private static final int[] LEADING = {0, 1, 9, 99};
  private static final int DOUBLINGS = 7;

  /**
   * Insists on a number of records.
   *
   * @throws IllegalArgumentException if it is negative
   */
  Sizes {
    if (!(fewest >= 0)) {
      throw new IllegalArgumentException(
          "fewest was " + fewest + ": it must be at least 0, which allows the empty dataset");
    }
  }

  /** The numbers to begin with, ascending. */
  List<Integer> leading() {
    return IntStream.concat(IntStream.of(fewest), IntStream.of(LEADING))
        .filter(size -> size >= fewest)
        .distinct()
        .sorted()
        .boxed()
        .toList();
  }

  /** Small and large numbers alike, at most 127 above the fewest. */
  int drawn(RandomGenerator random) {
    return fewest + (int) Math.pow(2, DOUBLINGS * random.nextDouble()) - 1;
  }
}
