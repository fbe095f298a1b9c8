package org.assay.verify.trial;

/**
 * Other machines or processes that run the trials of audits. The cluster runs trials only: the
 * allocation of runs, the bets and the end of the audit are decided by the audit's own process.
 */
public interface TrialCluster extends AutoCloseable {
  /**
   * Prepares for the trials of one audit.
   *
   * @param plan all settings that determine the outcomes
   * @return the session, to be closed by the caller
   * @throws TrialClusterException if the cluster cannot carry out the plan
   */
  TrialSession open(TrialPlan plan);

  /** Releases the machines. */
  @Override
  void close();

  /**
   * Trials cannot be run on a cluster: it cannot be reached, does not make the same mechanism, or
   * lost trials that could not or must not be run again. The message says what to do.
   */
  public static final class TrialClusterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception with its message.
     *
     * @param message the fault and its remedy
     */
    public TrialClusterException(String message) {
      super(message);
    }

    /**
     * An exception with its message and its cause.
     *
     * @param message the fault and its remedy
     * @param cause the underlying failure
     */
    public TrialClusterException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
