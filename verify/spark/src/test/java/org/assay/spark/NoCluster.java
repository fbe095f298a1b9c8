package org.assay.spark;

import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialSession;

/** Before there is a cluster. */
final class NoCluster implements TrialCluster {
  @Override
  public TrialSession open(TrialPlan plan) {
    throw new IllegalStateException("not connected");
  }

  @Override
  public void close() {}
}
