package org.assay.spark;

import java.io.Serializable;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialWorker;
import org.jspecify.annotations.Nullable;

/** A plan on its way to the executors, each of which makes the mechanism once. */
final class Assignment implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TrialPlan plan;
  private final String platform;
  private transient @Nullable TrialWorker<?> worker;

  Assignment(TrialPlan plan) {
    this.plan = plan;
    this.platform = Platform.here();
  }

  TrialPlan plan() {
    return plan;
  }

  synchronized TrialWorker<?> worker() throws Exception {
    if (worker == null) {
      requirePlatform();
      worker = TrialWorker.of(plan);
    }
    return worker;
  }

  /** Runs that may be tried on several machines must come out the same on all of them. */
  private void requirePlatform() {
    if (plan.isRepeatable() && !platform.equals(Platform.here())) {
      throw new TrialClusterException(
          "an executor has "
              + Platform.here()
              + ", the driver "
              + platform
              + ": give them the same Java, or runs may differ in their last bits");
    }
  }
}
