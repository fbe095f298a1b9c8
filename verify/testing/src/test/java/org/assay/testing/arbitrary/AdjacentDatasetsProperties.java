package org.assay.testing.arbitrary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.trial.AdjacentPair;

class AdjacentDatasetsProperties {
  @Provide
  Arbitrary<AdjacentPair<List<Integer>>> removals() {
    return AdjacentDatasets.removingOne(Arbitraries.integers(), 1, 9);
  }

  @Provide
  Arbitrary<AdjacentPair<List<Integer>>> replacements() {
    return AdjacentDatasets.replacingOne(Arbitraries.integers(), 1, 9);
  }

  @Property(seed = "20200504")
  void removalTakesExactlyOneRecord(@ForAll("removals") AdjacentPair<List<Integer>> pair) {
    assertEquals(AdjacencyRelation.ADD_OR_REMOVE, pair.adjacency());
    assertEquals(pair.left().size() - 1, pair.right().size());
    List<Integer> rest = new ArrayList<>(pair.left());
    pair.right().forEach(record -> assertTrue(rest.remove(record)));
    assertEquals(1, rest.size());
  }

  @Property(seed = "20200504")
  void replacementKeepsTheSizeAndAllButOneRecord(
      @ForAll("replacements") AdjacentPair<List<Integer>> pair) {
    assertEquals(AdjacencyRelation.REPLACE_ONE, pair.adjacency());
    assertEquals(pair.left().size(), pair.right().size());
    int different = 0;
    for (int i = 0; i < pair.left().size(); i++) {
      different += pair.left().get(i).equals(pair.right().get(i)) ? 0 : 1;
    }
    assertEquals(1, different);
  }

  @Example
  void impossibleSizesAreRefused() {
    var records = Arbitraries.integers();
    assertThrows(IllegalArgumentException.class, () -> AdjacentDatasets.removingOne(records, 0, 3));
    assertThrows(
        IllegalArgumentException.class, () -> AdjacentDatasets.replacingOne(records, 3, 2));
  }
}
