package org.assay.verify.internal.log;

import org.assay.accountant.numeric.Enclosure;

/** The law of a count given the past, such as the size of the next batch. */
interface CountLaw {
  /**
   * The probability of a count.
   *
   * @param count any
   * @return an enclosure; its upper end is 0 only if the count is impossible
   */
  Enclosure mass(long count);

  /** The expected share of successful trials, at which a bettor that learns the share begins. */
  double rate();

  /** The largest possible count. */
  long trials();

  /**
   * Likelihood ratio of a count: every trial succeeds with another probability, over this law.
   *
   * @param rate the other probability, strictly between 0 and 1
   * @param count a possible count
   * @return a lower bound of the logarithm of the ratio; 0 if the law has no other rates
   */
  double logRatioAtRate(double rate, long count);
}
