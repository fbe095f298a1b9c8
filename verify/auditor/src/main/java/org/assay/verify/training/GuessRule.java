package org.assay.verify.training;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How guesses are made from scores: the canaries with the highest scores are guessed to be in,
 * those with the lowest scores out. A proof needs a rule that is fixed before the run.
 *
 * @param in how many canaries are guessed to be in, at least 0
 * @param out how many canaries are guessed to be out, at least 0; together at least 1
 */
public record GuessRule(int in, int out) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative, or nothing is guessed, or more than an
   *     {@code int} holds
   */
  public GuessRule {
    long all = (long) in + out;
    if (!(in >= 0 && out >= 0 && all >= 1 && all <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          String.format(
              "guesses were %s in and %s out: neither may be negative, and there must be at least"
                  + " 1",
              in, out));
    }
  }

  /**
   * Half of the guesses "in", rounded up, the others "out".
   *
   * @param guesses how many, at least 1
   * @return the rule
   * @throws IllegalArgumentException if there is none
   */
  public static GuessRule halves(int guesses) {
    return new GuessRule(guesses - guesses / 2, guesses / 2);
  }

  /**
   * Several rules, for whoever cannot say beforehand how many scores tell much: guesses about all
   * canaries, half of them, a quarter and so on, as long as there are 8. They share the error
   * probability; for 1000 canaries that costs as much as a factor of 7 in it.
   *
   * @param canaries how many canaries there are, at least 1
   * @return the rules, the one about all canaries first
   */
  public static List<GuessRule> halvings(int canaries) {
    return IntStream.iterate(
            canaries, guesses -> guesses == canaries || guesses >= 8, guesses -> guesses / 2)
        .mapToObj(GuessRule::halves)
        .toList();
  }

  /** The rule for the same canaries if all scores change their sign. */
  GuessRule reversed() {
    return new GuessRule(out, in);
  }

  /**
   * The number of guesses.
   *
   * @return the sum of both numbers
   */
  public int guesses() {
    return in + out;
  }
}
