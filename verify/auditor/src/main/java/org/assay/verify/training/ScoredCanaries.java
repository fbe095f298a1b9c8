package org.assay.verify.training;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Canaries with their coins and scores. Immutable.
 *
 * <p>The order of the canaries may depend on their coins, as in a table that lists the included
 * ones first. Equal scores are therefore not told apart by the order. If only some of them are
 * guessed about, as many guesses count as wrong as possible. Any other way to break ties, without
 * knowledge of the coins, would make at least as many guesses right.
 */
public final class ScoredCanaries {
  private final double[] scores;
  private final boolean[] coins;

  private ScoredCanaries(double[] scores, boolean[] coins) {
    this.scores = scores;
    this.coins = coins;
  }

  /**
   * Scored canaries.
   *
   * @param included for each canary whether it was in
   * @param scores for each canary how much it looks included; may be infinite
   * @return the canaries
   * @throws IllegalArgumentException if the numbers of both differ, there is none, or a score is
   *     not a number
   */
  public static ScoredCanaries of(boolean[] included, double[] scores) {
    if (!(scores.length == included.length && scores.length >= 1)) {
      throw new IllegalArgumentException(
          "scores were "
              + scores.length
              + " for "
              + included.length
              + " canaries: there must be one for each of at least one");
    }
    for (int i = 0; i < scores.length; i++) {
      if (Double.isNaN(scores[i])) {
        throw new IllegalArgumentException(
            "score "
                + i
                + " was NaN: it must be a number, or the order of the scores says nothing");
      }
    }
    // Adding 0 turns -0 into 0: sorting would tell the two apart.
    int[] order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> scores[i] + 0.0).reversed())
            .mapToInt(i -> i)
            .toArray();
    boolean[] coins = new boolean[order.length];
    double[] descending = new double[order.length];
    for (int i = 0; i < order.length; i++) {
      coins[i] = included[order[i]];
      descending[i] = scores[order[i]] + 0.0;
    }
    return new ScoredCanaries(descending, coins);
  }

  /**
   * The number of canaries.
   *
   * @return at least 1
   */
  public int size() {
    return coins.length;
  }

  /**
   * The number of right guesses.
   *
   * @param rule how guesses are made, at most one for each canary
   * @return how many guesses are right for every order of equal scores
   * @throws IllegalArgumentException if there are more guesses than canaries
   */
  public int correct(GuessRule rule) {
    OneRunEvidence.requireCounts(size(), rule.guesses());
    int correct = 0;
    for (int from = 0; from < size(); ) {
      int to = from + 1;
      while (to < size() && scores[to] == scores[from]) {
        to++;
      }
      int guessedIn = Math.max(0, Math.min(to, rule.in()) - from);
      int guessedOut = Math.max(0, to - Math.max(from, size() - rule.out()));
      correct += fewestRight(from, to, guessedIn, guessedOut);
      from = to;
    }
    return correct;
  }

  /** The canaries with the signs of all scores changed. */
  ScoredCanaries reversed() {
    boolean[] included = new boolean[size()];
    double[] negated = new double[size()];
    for (int i = 0; i < included.length; i++) {
      included[i] = coins[size() - 1 - i];
      negated[i] = -scores[size() - 1 - i] + 0.0;
    }
    return new ScoredCanaries(negated, included);
  }

  /**
   * The fewest right guesses about equal scores: wrong canaries are hit as long as there are any.
   */
  private int fewestRight(int from, int to, int guessedIn, int guessedOut) {
    int in = 0;
    for (boolean coin : Arrays.copyOfRange(coins, from, to)) {
      in += coin ? 1 : 0;
    }
    int out = to - from - in;
    return Math.max(0, guessedIn - out) + Math.max(0, guessedOut - in);
  }

  /** How many there are. */
  @Override
  public String toString() {
    return "canaries with scores: " + scores.length;
  }
}
