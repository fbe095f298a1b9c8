package org.assay.algorithms;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/** Audits of algorithms on a pair of datasets that differ in one record. */
public final class AlgorithmAudit {
  /** A true claim is refuted with at most this probability. */
  public static final double FALSE_ALARM = 1e-6;

  private AlgorithmAudit() {}

  /** An audit that refutes a true claim with probability at most {@link #FALSE_ALARM}. */
  public static AuditReport of(
      PrivateAlgorithm algorithm,
      Guarantee claim,
      NeighbouringDatasets pair,
      long runs,
      long seed,
      double... canary) {
    return of(
        Mechanism.ofVector((dataset, random) -> algorithm.run(dataset, random).release().toArray()),
        claim,
        pair,
        runs,
        seed,
        canary);
  }

  /** The same of a mechanism that releases something else. */
  public static AuditReport of(
      Mechanism<Dataset> mechanism,
      Guarantee claim,
      NeighbouringDatasets pair,
      long runs,
      long seed,
      double... canary) {
    AdjacentPair<Dataset> adjacent =
        AdjacentPair.of(
            "one record replaced", pair.first(), pair.second(), AdjacencyRelation.REPLACE_ONE);
    return Auditor.of(claim)
        .errorProbability(FALSE_ALARM)
        .seed(seed)
        .maximumRuns(runs)
        .audit(mechanism, List.of(adjacent.withCanaryDirection(canary)));
  }
}
