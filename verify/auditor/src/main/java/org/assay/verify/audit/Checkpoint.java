package org.assay.verify.audit;

/**
 * The state of an audit after some runs.
 *
 * @param runs how many runs so far
 * @param logWealth natural logarithm of the wealth
 */
public record Checkpoint(long runs, double logWealth) {
  /**
   * The wealth: the factor by which bets against the claim multiplied the first stake.
   *
   * @return the wealth; infinity if it exceeds every double
   */
  public double wealth() {
    return Math.exp(logWealth);
  }
}
