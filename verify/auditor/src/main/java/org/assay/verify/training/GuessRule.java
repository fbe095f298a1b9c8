package org.assay.verify.training;

/**
 * How guesses are made from scores: so many canaries with the highest scores are guessed to be in,
 * so many with the lowest to be out. Only what is fixed before the run proves something.
 *
 * @param in how many are guessed to be in, at least 0
 * @param out how many are guessed to be out, at least 0; together at least 1
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
          "guesses were "
              + in
              + " in and "
              + out
              + " out: neither may be negative, and there must be at least 1");
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

  /** About the same canaries, if all scores are turned round. */
  GuessRule reversed() {
    return new GuessRule(out, in);
  }

  /**
   * All guesses.
   *
   * @return how many are made
   */
  public int guesses() {
    return in + out;
  }
}
