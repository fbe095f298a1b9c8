package org.assay.verify.trial;

/**
 * Other machines, or other processes, that run the trials of audits. Only trials: what to run next,
 * what to bet and when to stop is decided where the audit is.
 */
public interface TrialCluster extends AutoCloseable {
  /**
   * Prepares for the trials of one audit.
   *
   * @param plan what decides the outcomes
   * @return the session, to be closed by the caller
   * @throws TrialClusterException if the plan cannot be carried out there
   */
  TrialSession open(TrialPlan plan);

  /** Lets the machines go. */
  @Override
  void close();
}
