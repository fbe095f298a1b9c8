package org.assay.verify.training;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A rule for guesses from scores: the canaries with the highest scores are guessed to be in, those
 * with the lowest scores out. A proof needs a rule that is fixed before the run.
 *
 * @param in number of canaries that are guessed to be in, at least 0
 * @param out number of canaries that are guessed to be out, at least 0; together at least 1
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
   * @param guesses number of guesses, at least 1
   * @return the rule
   * @throws IllegalArgumentException if there is none
   */
  public static GuessRule halves(int guesses) {
    return new GuessRule(guesses - guesses / 2, guesses / 2);
  }

  /**
   * Several rules, for experiments in which the number of informative scores is unknown beforehand:
   * guesses about all canaries, half of them, a quarter and so on, down to 8. The rules share the
   * error probability equally; for 1000 canaries each has a seventh.
   *
   * @param canaries number of canaries, at least 1
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
