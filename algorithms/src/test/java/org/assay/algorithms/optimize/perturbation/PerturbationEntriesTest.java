package org.assay.algorithms.optimize.perturbation;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.analysis.pld.PldAnalysis;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.algorithms.optimize.TwoFeatures;
import org.assay.algorithms.run.AlgorithmEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PerturbationEntriesTest {
  @Test
  void theyAreNumberedInOrder() {
    assertEquals(
        List.of(10, 11, 12, 13),
        PerturbationEntries.entries().stream().map(AlgorithmEntry::number).toList());
  }

  @Test
  @Tag("slow")
  void everyEntryTrains() {
    TwoFeatures.requireTraining(PerturbationEntries.entries(), PerturbationEntriesTest::spent);
  }

  private static double spent(DpEvent event) {
    double delta = TwoFeatures.DELTA;
    return event instanceof SelfComposedEvent
        ? new PldAnalysis(REPLACE_ONE).analyze(event).epsilon(delta, 1e-3).upper()
        : Accountant.rdp(REPLACE_ONE).compose(event).tightestEpsilonAt(delta).upper();
  }
}
