package org.assay.spark;

import java.io.Serializable;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialWorker;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an audit, as it is sent to the executors. Each executor constructs the mechanism
 * once.
 */
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

  /** Checks that the same runs have equal outputs on every machine. */
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
