package org.assay.verify.training;

/**
 * How likely a claim lets an auditor guess so many canaries right, or so many wrong, in one run
 * with a fixed number of guesses. Guesses that are wrong too often tell as much as right ones.
 */
interface TailBound {
  /**
   * Bounds the probability of so many guesses that are alike.
   *
   * @param correct from 0 to the number of guesses
   * @return an upper bound, at most 1, of the probability that at least so many are right or at
   *     least so many are wrong
   */
  double pValue(int correct);

  /** Whether that probability is proved to be at most alpha. */
  default boolean refutes(int correct, double alpha) {
    return pValue(correct) <= alpha;
  }
}
