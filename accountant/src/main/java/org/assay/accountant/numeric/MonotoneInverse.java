package org.assay.accountant.numeric;

import java.util.function.DoubleFunction;

/**
 * Inverse of a monotone function that is only known through enclosures: the result encloses every
 * argument at which the function takes the wanted value, because each end carries a comparison of
 * enclosures that cannot be wrong.
 */
public final class MonotoneInverse {
  /** Bisections that shrink any double bracket to neighbours. */
  private static final int MAXIMUM_BISECTIONS = 2200;

  private MonotoneInverse() {}

  /**
   * Inverse of a falling function.
   *
   * @param function falls as its argument rises
   * @param target an enclosure of the wanted value
   * @param start smallest argument to consider; the function is at least the target there
   * @param scale a guess of the size of the answer, above 0
   * @return an enclosure of the argument
   */
  public static Enclosure ofFalling(
      DoubleFunction<Enclosure> function, Enclosure target, double start, double scale) {
    return ofRising(x -> function.apply(x).negate(), target.negate(), start, scale);
  }

  /**
   * Inverse of a rising function.
   *
   * @param function rises with its argument
   * @param target an enclosure of the wanted value
   * @param start smallest argument to consider; the function is at most the target there
   * @param scale a guess of the size of the answer, above 0
   * @return an enclosure of the argument; its upper end is infinite if no double reaches the target
   */
  public static Enclosure ofRising(
      DoubleFunction<Enclosure> function, Enclosure target, double start, double scale) {
    double high = start + scale;
    double low = start;
    while (high < Double.POSITIVE_INFINITY && !(function.apply(high).lower() >= target.upper())) {
      // Only arguments proved to be below the answer may become its lower end.
      if (function.apply(high).upper() <= target.lower()) {
        low = high;
      }
      high = start + (high - start) * 4;
    }
    return Enclosure.of(
        lastBelow(function, target.lower(), low, high),
        firstAbove(function, target.upper(), low, high));
  }

  private static double lastBelow(
      DoubleFunction<Enclosure> function, double target, double low, double high) {
    double below = low;
    double other = high;
    for (int i = 0; i < MAXIMUM_BISECTIONS; i++) {
      double middle = between(below, other);
      if (!(middle > below && middle < other)) {
        return below;
      }
      if (function.apply(middle).upper() <= target) {
        below = middle;
      } else {
        other = middle;
      }
    }
    return below;
  }

  private static double firstAbove(
      DoubleFunction<Enclosure> function, double target, double low, double high) {
    double other = low;
    double above = high;
    for (int i = 0; i < MAXIMUM_BISECTIONS; i++) {
      double middle = between(other, above);
      if (!(middle > other && middle < above)) {
        return above;
      }
      if (function.apply(middle).lower() >= target) {
        above = middle;
      } else {
        other = middle;
      }
    }
    return above;
  }

  /** Geometric middle where the bracket spans magnitudes, arithmetic middle otherwise. */
  private static double between(double low, double high) {
    if (high == Double.POSITIVE_INFINITY) {
      return low < 1 ? 2 : low * 2;
    }
    if (low > 0 && high > 4 * low) {
      return Math.sqrt(low) * Math.sqrt(high);
    }
    if (low == 0 && high > Double.MIN_NORMAL) {
      return high * 0x1p-8;
    }
    return low + (high - low) / 2;
  }
}
