package org.assay.verify.audit;

import java.time.Duration;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialRecipe;
import org.assay.verify.trial.TrialSubject;

/** A cluster to run trials on, and how to make there what is audited. */
record AuditCluster(TrialCluster cluster, TrialRecipe<?> recipe) {
  /** What the cluster has to know of an audit. */
  <D> TrialPlan plan(AuditSettings settings, TrialSubject<D> subject) {
    long limit = settings.runLimit().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    return new TrialPlan(
        recipe, subject.pairsInWords(), settings.seed(), settings.significantBits(), limit);
  }
}
