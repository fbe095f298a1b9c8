package org.assay.cli;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

/** The library example of the README, which a test of documented code looks for here. */
class LibraryExampleTest {
  @Test
  void theExampleOfTheReadme() {
    // What 10,000 steps of a sampled Gaussian cost together, certified.
    DpEvent step = DpEvent.gaussian(1.1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.01);
    Guarantee spent = Accountant.rdp(ADD_OR_REMOVE).compose(step.times(10_000)).guaranteeAt(1e-5);

    // A mechanism that claims 0.5-GDP and adds too little noise for it.
    Mechanism<List<Double>> sum =
        Mechanism.ofScalar(
            (records, random) ->
                records.stream().mapToDouble(x -> Math.min(1, x)).sum() + random.nextGaussian());
    AdjacentPair<List<Double>> pair = ListPairs.removeOne(List.of(0.2, 0.7, 1.0), 2);
    AuditReport report =
        Auditor.of(new Guarantee.Gaussian(0.5, ADD_OR_REMOVE))
            .errorProbability(1e-3)
            .seed(7)
            .audit(sum, List.of(pair));
    assertTrue(spent.describe().endsWith("-DP under add-remove"), spent.describe());
    assertEquals(Verdict.REFUTED, report.verdict());
  }
}
