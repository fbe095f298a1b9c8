package org.assay.cli.internal.audit;

import java.util.List;
import org.assay.verify.audit.Auditor;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialRecipe;

/**
 * A cluster with the recipes of its trials.
 *
 * @param cluster the cluster
 * @param recipes one recipe for each claim that is run, in the order of the file
 */
record ClusterTrials(TrialCluster cluster, List<TrialRecipe<?>> recipes) {
  /** Copies the list. */
  ClusterTrials {
    recipes = List.copyOf(recipes);
  }

  /** Sends the trials of a claim's auditor to the cluster. */
  Auditor applyTo(Auditor auditor, int claim) {
    return auditor.elsewhere(cluster, recipes.get(claim));
  }
}
