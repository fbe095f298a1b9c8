package org.assay.verify.training;

/**
 * Upper bounds, under a claim, of the probability that an auditor guesses many canaries right, or
 * many wrong, in one run with a fixed number of guesses.
 */
interface TailBound {
  /**
   * Bounds the probability of a count.
   *
   * @param correct from 0 to the number of guesses
   * @return an upper bound, at most 1, of the probability that at least {@code correct} guesses are
   *     right, or at least as many wrong
   */
  double pValue(int correct);

  /** Whether this probability is proved to be at most alpha. */
  default boolean refutes(int correct, double alpha) {
    return pValue(correct) <= alpha;
  }
}
