package org.assay.verify.trial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;

class ListPairsTest {
  private static final List<String> DATA = List.of("a", "b", "c");

  @Test
  void neighboursDifferInOneRecord() {
    assertEquals(List.of("a", "c"), ListPairs.removeOne(DATA, 1).right());
    assertEquals(List.of("a", "b", "c", "d"), ListPairs.addOne(DATA, "d").right());
    assertEquals(List.of("a", "z", "c"), ListPairs.replaceOne(DATA, 1, "z").right());
    assertEquals(AdjacencyRelation.REPLACE_ONE, ListPairs.replaceOne(DATA, 1, "z").adjacency());
    assertEquals(AdjacencyRelation.ADD_OR_REMOVE, ListPairs.addOne(DATA, "d").adjacency());
  }

  @Test
  void drawnPairsFollowTheSeed() {
    List<String> first = describe(5);
    assertEquals(first, describe(5));
    assertNotEquals(first, describe(6));
    assertThrows(
        IllegalArgumentException.class,
        () -> ListPairs.drawn(DATA, AdjacencyRelation.ZERO_OUT, 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> ListPairs.drawn(List.of("a"), AdjacencyRelation.REPLACE_ONE, 1, 1));
  }

  @Test
  void directionsAreCopiedAndChecked() {
    double[] direction = {3, 4};
    var pair = ListPairs.removeOne(DATA, 0).withCanaryDirection(direction);
    direction[0] = 9;
    assertArrayEquals(new double[] {3, 4}, pair.canaryDirection().orElseThrow());
    assertThrows(IllegalArgumentException.class, () -> pair.withCanaryDirection(0, 0));
    assertThrows(IllegalArgumentException.class, () -> pair.withCanaryDirection(Double.NaN));
  }

  @Test
  void outcomesCompareByValueIncludingNaN() {
    double[] values = {1, Double.NaN};
    Outcome outcome = Outcome.of(values);
    values[0] = 2;
    assertEquals(Outcome.of(1, Double.NaN), outcome);
    assertNotEquals(Outcome.of(0.0), Outcome.of(-0.0));
  }

  private static List<String> describe(long seed) {
    return ListPairs.drawn(DATA, AdjacencyRelation.REPLACE_ONE, seed, 8).stream()
        .map(AdjacentPair::toString)
        .toList();
  }
}
