package org.assay.accountant.internal.iteration.check;

import java.util.HashMap;
import java.util.Map;

/**
 * Delta of composed steps far in the tail, in plain doubles: whatever x is, {@code (x − γ)⁺} is at
 * most {@code x^b γ^(1−b) (b−1)^(b−1)/b^b}, and the mean of {@code x^b} over k steps is the k-th
 * power of that over one. Orders b are tried upwards until they get no better.
 */
final class PlainTail {
  private static final double LARGEST = 250;
  private static final double STEEPEST = 150;

  private final PlainStep step;
  private final double largest;
  private final Map<Integer, Double> moments = new HashMap<>();

  PlainTail(PlainRun run) {
    this.step = new PlainStep(run);
    this.largest = Math.min(LARGEST, STEEPEST / run.pairMu());
  }

  /** The logarithm of delta after so many steps. */
  double logDelta(long steps, double loss) {
    double best = 0;
    for (int i = 0; order(i) <= largest; i++) {
      double b = order(i);
      double peak = (b - 1) * Math.log(b - 1) - b * Math.log(b);
      double log = peak + steps * logMoment(i) - (b - 1) * loss;
      if (log > best && best < 0) {
        return best;
      }
      best = Math.min(best, log);
    }
    return best;
  }

  private static double order(int i) {
    return 1 + 0.06 * Math.pow(1.2, i);
  }

  private double logMoment(int i) {
    return moments.computeIfAbsent(i, key -> (order(key) - 1) * step.pair(order(key), 0));
  }
}
