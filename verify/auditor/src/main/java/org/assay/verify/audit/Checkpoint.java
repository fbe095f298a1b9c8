package org.assay.verify.audit;

/**
 * The state of an audit after some runs.
 *
 * @param runs how many runs so far
 * @param logWealth natural logarithm of the wealth
 */
public record Checkpoint(long runs, double logWealth) {
  /**
   * The wealth, the factor by which the audit multiplied its stake in betting against the claim.
   *
   * @return the wealth, possibly infinite where its logarithm is not
   */
  public double wealth() {
    return Math.exp(logWealth);
  }
}
