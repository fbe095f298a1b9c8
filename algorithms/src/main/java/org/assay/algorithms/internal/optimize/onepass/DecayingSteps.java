package org.assay.algorithms.internal.optimize.onepass;

/**
 * The step sizes of [@FeldmanKorenTalwar2020], Definition 3.3, which are halved whenever half of
 * the remaining steps are done: with {@code T_i = T − ⌈T 2^−i⌉} for i up to {@code l = ⌈log2 T⌉}
 * and {@code T_{l+1} = T}, step t is {@code c 2^−i / √T} for {@code T_i < t ≤ T_{i+1}}.
 */
final class DecayingSteps {
  private DecayingSteps() {}

  /**
   * The step sizes.
   *
   * @param steps T, at least 1
   * @param scale c, finite and above 0
   */
  static double[] of(int steps, double scale) {
    double[] sizes = new double[steps];
    for (int t = 1; t <= steps; t++) {
      sizes[t - 1] = Math.scalb(scale / Math.sqrt(steps), -halvings(steps, t));
    }
    return sizes;
  }

  /** The i of step t, counted from 1: the largest with {@code T_i < t}, at most l. */
  static int halvings(int steps, int t) {
    int most = steps == 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(steps - 1);
    int i = 0;
    while (i < most && steps - ceilOfShift(steps, i + 1) < t) {
      i++;
    }
    return i;
  }

  /** {@code ⌈value 2^−i⌉} for i up to 31. */
  private static long ceilOfShift(int value, int i) {
    return (value + (1L << i) - 1) >> i;
  }
}
