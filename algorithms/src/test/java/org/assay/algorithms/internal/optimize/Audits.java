package org.assay.algorithms.internal.optimize;

import java.util.List;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/** Audits of algorithms on one pair of datasets. */
public final class Audits {
  private static final double DELTA = 0.01;

  private Audits() {}

  /** What an event is certified to satisfy. */
  public static Guarantee certified(DpEvent event) {
    double epsilon =
        TightestBound.of(event, AdjacencyRelation.REPLACE_ONE).epsilon(DELTA).value().upper();
    return new Guarantee.Approximate(epsilon, DELTA, AdjacencyRelation.REPLACE_ONE);
  }

  /** A verdict at error probability 1e-6. */
  public static Verdict verdict(
      Guarantee claim, PrivateAlgorithm algorithm, NeighbouringDatasets pair, long runs) {
    return report(claim, algorithm, pair, runs).verdict();
  }

  private static AuditReport report(
      Guarantee claim, PrivateAlgorithm algorithm, NeighbouringDatasets pair, long runs) {
    Mechanism<Dataset> mechanism =
        Mechanism.ofVector((dataset, random) -> algorithm.run(dataset, random).release().toArray());
    AdjacentPair<Dataset> neighbours =
        AdjacentPair.of("canary", pair.first(), pair.second(), AdjacencyRelation.REPLACE_ONE);
    return Auditor.of(claim)
        .errorProbability(1e-6)
        .seed(14)
        .maximumRuns(runs)
        .audit(mechanism, List.of(neighbours));
  }
}
