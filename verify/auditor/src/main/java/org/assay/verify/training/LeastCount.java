package org.assay.verify.training;

import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** Searches for the smallest number that suffices, if every larger number suffices too. */
final class LeastCount {
  private LeastCount() {}

  /** The smallest number that suffices, from 1 to a power of two. */
  static OptionalInt of(IntPredicate suffices, int most) {
    int high = 1;
    while (!suffices.test(high)) {
      if (high >= most) {
        return OptionalInt.empty();
      }
      high *= 2;
    }
    int low = high / 2;
    while (high - low > 1) {
      int middle = low + (high - low) / 2;
      if (suffices.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return OptionalInt.of(high);
  }
}
