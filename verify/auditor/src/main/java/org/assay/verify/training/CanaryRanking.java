package org.assay.verify.training;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Breaks ties between scores by the index of the canary, where the coins know nothing of it. */
final class CanaryRanking {
  private CanaryRanking() {}

  /**
   * A number of its own for each canary, in the order of the scores; NaN counts as highest, and 0
   * and -0 are equal.
   */
  static double[] ranks(double[] scores) {
    int[] highestFirst =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> scores[i] + 0.0).reversed())
            .mapToInt(i -> i)
            .toArray();
    double[] ranks = new double[scores.length];
    for (int place = 0; place < ranks.length; place++) {
      ranks[highestFirst[place]] = -place;
    }
    return ranks;
  }
}
