package org.assay.verify.internal.inference;

/**
 * The numbers of right and wrong guesses on each side, and of runs without a guess.
 *
 * @param leftRight guesses "left" that were right: the mechanism had run on the left dataset
 * @param leftWrong guesses "left" that were wrong
 * @param rightRight guesses "right" that were right
 * @param rightWrong guesses "right" that were wrong
 * @param abstentions runs without a guess
 */
public record Tally(
    long leftRight, long leftWrong, long rightRight, long rightWrong, long abstentions) {
  /**
   * Checks the counts.
   *
   * @throws IllegalArgumentException if a count is negative
   */
  public Tally {
    if (!(leftRight >= 0
        && leftWrong >= 0
        && rightRight >= 0
        && rightWrong >= 0
        && abstentions >= 0)) {
      throw new IllegalArgumentException("a count of a tally was negative");
    }
  }
}
