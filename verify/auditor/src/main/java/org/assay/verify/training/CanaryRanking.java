package org.assay.verify.training;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Guesses about the coins of canaries from their scores. */
final class CanaryRanking {
  private CanaryRanking() {}

  /** Indices of canaries; NaN first, equal scores by index, which the coins know nothing of. */
  static Integer[] highestFirst(double[] scores) {
    Integer[] order = IntStream.range(0, scores.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble((Integer i) -> scores[i]).reversed());
    return order;
  }

  /** How many are right if half of the guesses, rounded up, are "in" and the others "out". */
  static int correct(Integer[] highestFirst, boolean[] coins, int guesses) {
    int last = highestFirst.length - 1;
    int correct = 0;
    for (int i = 0; i < guesses; i++) {
      boolean guess = i % 2 == 0;
      int canary = guess ? highestFirst[i / 2] : highestFirst[last - i / 2];
      correct += coins[canary] == guess ? 1 : 0;
    }
    return correct;
  }
}
