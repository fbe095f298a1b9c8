package org.assay.verify.trial;

/**
 * Other machines or processes that run the trials of audits. They run trials only: what to run
 * next, what to bet and when to stop is decided by the audit's own process.
 */
public interface TrialCluster extends AutoCloseable {
  /**
   * Prepares for the trials of one audit.
   *
   * @param plan everything that decides the outcomes
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
     * A refusal.
     *
     * @param message what is wrong and what to do about it
     */
    public TrialClusterException(String message) {
      super(message);
    }

    /**
     * A refusal with its origin.
     *
     * @param message what is wrong and what to do about it
     * @param cause what went wrong underneath
     */
    public TrialClusterException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
