package org.assay.verify.training;

/**
 * How likely a claim lets an auditor guess so many canaries right, in one run with a fixed number
 * of guesses.
 */
interface TailBound {
  /**
   * Bounds the probability of so many right guesses.
   *
   * @param correct from 0 to the number of guesses
   * @return an upper bound, at most 1, of the probability of at least so many
   */
  double pValue(int correct);

  /** Whether that probability is proved to be at most alpha. */
  default boolean refutes(int correct, double alpha) {
    return pValue(correct) <= alpha;
  }
}
