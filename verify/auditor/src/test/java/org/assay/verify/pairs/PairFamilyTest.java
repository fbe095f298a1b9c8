package org.assay.verify.pairs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.IntegerPairs.IntegerType;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.AdjacentPair;
import org.junit.jupiter.api.Test;

class PairFamilyTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;

  @Test
  void aListKeepsItsOrderAndEnds() {
    PairFamily<Integer> family = PairFamily.of(List.of(pair("a", 0, 1), pair("b", 1, 2)));
    assertEquals(OptionalInt.of(2), family.size());
    assertEquals(List.of("a", "b"), descriptions(family, 3, 10));
    assertThrows(IllegalArgumentException.class, () -> family.pair(1, 2));
    assertThrows(IllegalArgumentException.class, () -> family.pair(1, -1));
    assertThrows(IllegalArgumentException.class, () -> family.pairs(1, 0));
  }

  @Test
  void relationsAreNeverMixed() {
    AdjacentPair<Integer> replaced = AdjacentPair.of("c", 0, 1, REPLACE);
    PairFamily<Integer> added = PairFamily.of(List.of(pair("a", 0, 1)));
    PairFamily<Integer> lying = PairFamily.generated(ADD, random -> replaced);
    List<AdjacentPair<Integer>> mixed = List.of(pair("a", 0, 1), replaced);
    assertThrows(IllegalArgumentException.class, () -> PairFamily.of(mixed));
    assertThrows(
        IllegalArgumentException.class, () -> added.union(PairFamily.of(List.of(replaced))));
    assertThrows(IllegalArgumentException.class, () -> lying.pair(0, 0));
    assertThrows(IllegalArgumentException.class, () -> PairFamily.of(List.of()));
  }

  @Test
  void unionsTakeTurns() {
    PairFamily<Integer> one = PairFamily.of(List.of(pair("a", 0, 1), pair("b", 0, 2)));
    PairFamily<Integer> other =
        PairFamily.generated(ADD, random -> pair("drawn", 0, 3 + random.nextInt(1000)));
    PairFamily<Integer> both = PairFamily.of(List.of(pair("c", 0, 9000))).union(one).union(other);
    assertEquals(List.of("c", "a", "b", "drawn"), descriptions(both, 5, 4));
    assertEquals(OptionalInt.empty(), both.size());
  }

  @Test
  void translationKeepsWordsRelationAndDirection() {
    PairFamily<Integer> family = PairFamily.of(List.of(pair("a", 0, 1).withCanaryDirection(0, 2)));
    AdjacentPair<String> pair = family.map(number -> "n" + number).pair(0, 0);
    assertEquals("n0", pair.left());
    assertEquals("n1", pair.right());
    assertEquals("a", pair.description());
    assertArrayEquals(new double[] {0, 2}, pair.canaryDirection().orElseThrow());
  }

  @Test
  void drawsFollowTheSeedAndTheIndexOnly() {
    PairFamily<Integer> family =
        PairFamily.generated(ADD, random -> pair("drawn", 0, 1 + random.nextInt()));
    assertEquals(family.pair(7, 1_000_000_007L).right(), family.pair(7, 1_000_000_007L).right());
    assertNotEquals(family.pair(7, 3).right(), family.pair(7, 4).right());
    assertNotEquals(family.pair(7, 3).right(), family.pair(8, 3).right());
    assertEquals(descriptions(family, 7, 9), descriptions(family, 7, 9));
  }

  @Test
  void pairsAreDistinctAndTheirNamesToo() {
    PairFamily<Integer> family =
        PairFamily.generated(ADD, random -> pair("drawn", 0, random.nextInt(4)));
    List<AdjacentPair<Integer>> pairs = family.pairs(2, 50);
    assertEquals(3, pairs.size(), "0 against 0 and repetitions are left out");
    assertEquals(3, new HashSet<>(descriptions(family, 2, 50)).size());
    PairFamily<Integer> trivial = PairFamily.of(List.of(pair("nothing", 1, 1)));
    assertThrows(IllegalArgumentException.class, () -> trivial.pairs(0, 1));
  }

  @Test
  void arraysAreComparedByTheirElements() {
    assertTrue(DatasetEquality.equal(List.of(new double[] {1}), List.of(new double[] {1})));
    assertTrue(DatasetEquality.equal(new double[] {Double.NaN}, new double[] {Double.NaN}));
    assertTrue(!DatasetEquality.equal(List.of(0.0), List.of(-0.0)));
    assertTrue(!DatasetEquality.equal(List.of(1, 2), List.of(1)));
    assertEquals(
        DatasetEquality.fingerprint(List.of(new double[] {1, 2}, "x")),
        DatasetEquality.fingerprint(List.of(new double[] {1, 2}, "x")));
    assertNotEquals(
        DatasetEquality.fingerprint(List.of(1, 2)), DatasetEquality.fingerprint(List.of(2, 1)));
  }

  @Test
  void anEmptyDatasetIsAmongTheFirstNeighbours() {
    List<AdjacentPair<List<Double>>> pairs =
        NumericPairs.numbers(List.of(1.0, 2.0, 3.0), ADD).family().pairs(0, 4);
    assertEquals(List.of(), pairs.get(0).left());
    assertEquals(List.of(3e6), pairs.get(0).right());
    assertTrue(pairs.stream().anyMatch(pair -> pair.right().contains(Double.NaN)));
    assertEquals("no records: 3000000.0 (of the domain) inserted at 0", pairs.get(0).description());
  }

  @Test
  void whatCannotDifferIsRefused() {
    RecordPairs<String> same = RecordPairs.of(List.of("a", "a"), REPLACE);
    PairFamily<List<String>> family = same.family();
    assertThrows(IllegalStateException.class, () -> family.pair(0, 0));
    RecordPairs<String> none = RecordPairs.of(List.of(), ADD);
    assertThrows(IllegalArgumentException.class, none::family);
    RecordPairs<String> zeroless = RecordPairs.of(List.of("a"), AdjacencyRelation.ZERO_OUT);
    assertThrows(IllegalArgumentException.class, zeroless::family);
    assertThrows(IllegalArgumentException.class, () -> same.mutation(" ", (r, random) -> r));
  }

  @Test
  void parametersAreChecked() {
    assertThrows(IllegalArgumentException.class, () -> StatisticPairs.sums(ADD, 1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> StatisticPairs.histograms(REPLACE, 1));
    assertThrows(IllegalArgumentException.class, () -> AnswerPairs.any(ADD));
    assertThrows(IllegalArgumentException.class, () -> AnswerPairs.any(ADD, 3, 0));
    assertThrows(
        IllegalArgumentException.class, () -> VectorPairs.sums(ADD, Norm.L2, Double.NaN, 2));
    assertThrows(IllegalArgumentException.class, () -> GradientPairs.clipped(ADD, 1, 0, 5));
    assertThrows(
        IllegalArgumentException.class, () -> IntegerPairs.limits(ADD, IntegerType.LONG, 0, 1000));
    assertThrows(
        IllegalArgumentException.class, () -> IntegerPairs.limits(ADD, IntegerType.BYTE, 0, 128));
    List<double[]> ragged = List.of(new double[2], new double[3]);
    assertThrows(IllegalArgumentException.class, () -> NumericPairs.table(ragged, 2, ADD));
  }

  private static AdjacentPair<Integer> pair(String name, int left, int right) {
    return AdjacentPair.of(name, left, right, ADD);
  }

  private static <D> List<String> descriptions(PairFamily<D> family, long seed, int count) {
    return family.pairs(seed, count).stream().map(AdjacentPair::description).toList();
  }
}
