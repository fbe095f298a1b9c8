package org.assay.verify.audit;

import java.time.Duration;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialRecipe;
import org.assay.verify.trial.TrialSubject;

/** A cluster that runs the trials, and the recipe by which its workers make mechanism and pairs. */
record AuditCluster(TrialCluster cluster, TrialRecipe<?> recipe) {
  /** The part of an audit that the cluster must know. */
  <D> TrialPlan plan(AuditSettings settings, TrialSubject<D> subject) {
    long limit = settings.runLimit().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    return new TrialPlan(
        recipe, subject.pairsInWords(), settings.seed(), settings.significantBits(), limit);
  }
}
