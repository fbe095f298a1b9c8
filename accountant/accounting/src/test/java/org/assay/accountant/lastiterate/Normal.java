package org.assay.accountant.lastiterate;

import org.apache.commons.numbers.gamma.Erfc;

/** The standard normal law, to a small relative error also in its tails. */
final class Normal {
  /** Noise beyond this many standard deviations has a probability below 1e-60. */
  static final double REACH = 16.6;

  private Normal() {}

  static double upperTail(double threshold) {
    return threshold > REACH ? 0 : Erfc.value(threshold / Math.sqrt(2)) / 2;
  }

  /** Of an interval, from the tail in which nothing cancels. */
  static double between(double from, double to) {
    return from >= 0
        ? upperTail(from) - upperTail(to)
        : to <= 0 ? upperTail(-to) - upperTail(-from) : 1 - upperTail(-from) - upperTail(to);
  }
}
