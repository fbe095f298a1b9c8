package org.assay.algorithms.optimize.noneuclidean;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.algorithms.optimize.TwoFeatures;
import org.assay.algorithms.run.AlgorithmEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NonEuclideanEntriesTest {
  @Test
  void theyAreNumberedInOrder() {
    assertEquals(
        List.of(21, 22, 23, 24),
        NonEuclideanEntries.entries().stream().map(AlgorithmEntry::number).toList());
  }

  @Test
  @Tag("slow")
  void everyEntryTrains() {
    TwoFeatures.requireTraining(NonEuclideanEntries.entries(), NonEuclideanEntriesTest::spent);
  }

  private static double spent(DpEvent event) {
    double delta = TwoFeatures.DELTA;
    double quick = SpentEpsilon.of(event, delta);
    return quick <= 2 ? quick : TightestBound.of(event, REPLACE_ONE).epsilon(delta).value().upper();
  }
}
