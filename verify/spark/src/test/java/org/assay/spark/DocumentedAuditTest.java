package org.assay.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.TrialRecipe;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/guide/spark.md}. */
class DocumentedAuditTest {
  private static AuditReport audit(
      Guarantee claim, Mechanism<Double> mechanism, List<AdjacentPair<Double>> pairs) {
    try (SparkCluster cluster = SparkCluster.connect("local[2]", progress -> {})) {
      TrialRecipe<Double> recipe = TrialRecipe.carrying(mechanism, pairs, true);
      return Auditor.of(claim).elsewhere(cluster, recipe).audit(mechanism, pairs);
    }
  }

  @Test
  void theExampleRefutesWhatIsFalse() {
    Guarantee claim = new Guarantee.Gaussian(0.5, Mechanisms.PAIRS.get(0).adjacency());
    AuditReport report = audit(claim, Mechanisms.gaussian(), Mechanisms.PAIRS);
    assertEquals(Verdict.REFUTED, report.verdict());
  }
}
