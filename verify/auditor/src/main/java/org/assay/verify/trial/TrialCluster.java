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
}
