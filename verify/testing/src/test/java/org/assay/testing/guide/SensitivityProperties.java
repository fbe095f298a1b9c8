package org.assay.testing.guide;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.assay.testing.arbitrary.Under;
import org.assay.verify.trial.AdjacentPair;

class SensitivityProperties {
  @Property(seed = "1")
  void aRecordMovesTheSumByAtMostOne(
      @ForAll @Under(REPLACE_ONE) AdjacentPair<@Size(max = 8) List<Double>> pair) {
    double moved = Math.abs(clippedSum(pair.left()) - clippedSum(pair.right()));
    assertTrue(moved <= 1 + 1e-12);
  }

  private static double clippedSum(List<Double> records) {
    return records.stream().mapToDouble(x -> Math.min(1, Math.max(0, x))).sum();
  }
}
