package org.assay.verify.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.LabeledPairs.FeatureBounds;
import org.assay.verify.pairs.LabeledPairs.Labeled;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.AdjacentPair;

/**
 * Every pair of every family of tables is adjacent by an independent check, its datasets differ,
 * and both are possible: within the bounds that were given. What the families promise to show is
 * among their first 24 pairs.
 */
class TableProperties {
  private static final int COUNT = 60;
  private static final int FIRST = 24;

  @Provide
  Arbitrary<AdjacencyRelation> withoutZeros() {
    return Arbitraries.of(AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.REPLACE_ONE);
  }

  @Property(seed = "61", tries = 12)
  void labeledRecordsWithClasses(
      @ForAll("withoutZeros") AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int features,
      @ForAll @DoubleRange(min = -1e3, max = 1e3) double low,
      @ForAll @IntRange(min = -12, max = 12) int magnitude,
      @ForAll @IntRange(min = 2, max = 4) int classes,
      @ForAll @IntRange(max = 12) int fewest) {
    List<String> labels = IntStream.range(0, classes).mapToObj(i -> "class " + i).toList();
    double high = Math.max(Math.nextUp(low), low + Math.pow(10, magnitude));
    checkTables(
        LabeledPairs.classes(adjacency, FeatureBounds.same(features, low, high), labels, fewest),
        seed,
        fewest,
        record ->
            record.features().size() == features
                && record.features().stream().allMatch(x -> x >= low && x <= high)
                && labels.contains(record.label()));
  }

  @Property(seed = "62", tries = 12)
  void labeledRecordsWithTargets(
      @ForAll("withoutZeros") AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @DoubleRange(min = -1e9, max = 1e9) double one,
      @ForAll @IntRange(min = -300, max = 300) int magnitude,
      @ForAll @IntRange(max = 40) int fewest) {
    double low = one * Math.pow(10, Math.min(290, magnitude));
    double high = Math.max(Math.nextUp(low), Math.pow(10, magnitude));
    List<Double> lows = List.of(low, -1.0);
    List<Double> highs = List.of(high, Double.MIN_VALUE);
    checkTables(
        LabeledPairs.targets(adjacency, FeatureBounds.of(lows, highs), low, high, fewest),
        seed,
        fewest,
        record ->
            IntStream.range(0, 2)
                    .allMatch(
                        i ->
                            record.features().get(i) >= lows.get(i)
                                && record.features().get(i) <= highs.get(i))
                && record.label() >= low
                && record.label() <= high);
  }

  @Property(seed = "63", tries = 12)
  void lists(
      @ForAll AdjacencyRelation adjacency,
      @ForAll Norm norm,
      @ForAll long seed,
      @ForAll @DoubleRange(min = -9, max = 9) double exponent,
      @ForAll @IntRange(min = 1, max = 5) int dimension,
      @ForAll @IntRange(max = 12) int fewest) {
    double radius = Math.pow(10, exponent);
    double[] zero = new double[dimension];
    BigDecimal bound = new BigDecimal(radius);
    BigDecimal limit = norm == Norm.L2 ? bound.multiply(bound) : bound;
    List<AdjacentPair<List<double[]>>> pairs =
        pairs(VectorPairs.lists(adjacency, norm, radius, dimension, fewest), seed);
    checkLists(pairs, zero, fewest);
    for (AdjacentPair<List<double[]>> pair : pairs) {
      for (double[] vector : pair.right()) {
        BigDecimal length = AdjacencyChecker.distance(vector, zero, norm);
        assertTrue(length.compareTo(limit) <= 0, pair.description());
      }
      assertEquals(dimension, pair.canaryDirection().orElseThrow().length);
    }
  }

  @Property(seed = "65", tries = 12)
  void tablesAndListsAroundBatches(
      @ForAll("withoutZeros") AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int batch,
      @ForAll @IntRange(max = 12) int fewest) {
    FeatureBounds unit = FeatureBounds.same(2, 0, 1);
    checkTables(
        LabeledPairs.classes(adjacency, unit, List.of("a", "b"), fewest, batch),
        seed,
        fewest,
        record -> record.features().stream().allMatch(x -> x >= 0 && x <= 1));
    checkTables(
        LabeledPairs.targets(adjacency, unit, 0, 1, fewest, batch), seed, fewest, record -> true);
    checkLists(
        pairs(VectorPairs.lists(adjacency, Norm.L2, 1, 2, fewest, batch), seed),
        new double[2],
        fewest);
  }

  @Property(seed = "64", tries = 30)
  void users(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int partitions,
      @ForAll @IntRange(min = 1, max = 9) int spread,
      @ForAll @IntRange(min = 1, max = 4) int repeats,
      @ForAll @IntRange(max = 12) int fewest) {
    int most = Math.min(spread, partitions);
    if (adjacency == AdjacencyRelation.REPLACE_ONE && partitions == 1 && repeats == 1) {
      assertThrows(
          IllegalArgumentException.class,
          () -> UserPairs.contributions(adjacency, partitions, most, repeats, fewest));
      return;
    }
    List<AdjacentPair<List<List<Integer>>>> pairs =
        pairs(UserPairs.contributions(adjacency, partitions, most, repeats, fewest), seed);
    checkLists(pairs, List.of(), fewest);
    for (AdjacentPair<List<List<Integer>>> pair : pairs) {
      for (List<Integer> user : records(pair)) {
        assertTrue(
            isPossible(user, partitions, most, repeats)
                || (adjacency == AdjacencyRelation.ZERO_OUT && user.isEmpty()),
            pair.description() + user);
      }
    }
  }

  @Property(seed = "65", tries = 30)
  void numbersOfNoSmallerDatasets(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @Size(max = 4) List<@DoubleRange(min = -9, max = 9) Double> dataset,
      @ForAll @IntRange(max = 150) int fewest) {
    checkLists(
        NumericPairs.numbers(dataset, adjacency, fewest).family().pairs(seed, COUNT), 0.0, fewest);
    List<AdjacentPair<List<Double>>> bounded =
        NumericPairs.bounded(-3, 0.1, adjacency, fewest).family().pairs(seed, COUNT);
    checkLists(bounded, 0.0, fewest);
    for (AdjacentPair<List<Double>> pair : bounded) {
      assertTrue(records(pair).stream().allMatch(x -> x >= -3 && x <= 0.1), pair.description());
    }
    checkLists(
        RecordPairs.of(List.of("a", "b"), adjacency)
            .zero("")
            .fewest(fewest)
            .family()
            .pairs(seed, COUNT),
        "",
        fewest);
  }

  /** Whatever the record is, it stands last, first and in the middle of many on the first pairs. */
  @Example
  void theRecordThatDiffersTakesAllPlaces() {
    FeatureBounds unit = FeatureBounds.same(2, 0, 1);
    for (AdjacencyRelation adjacency : AdjacencyRelation.values()) {
      assertAllPlaces(NumericPairs.bounded(0, 1, adjacency).family());
      assertAllPlaces(NumericPairs.numbers(List.of(1.0, 2.0, 3.0, 4.0), adjacency).family());
      assertAllPlaces(VectorPairs.lists(adjacency, Norm.L2, 1, 3, 1));
      assertAllPlaces(GradientPairs.clipped(adjacency, 1, 3, 10));
      assertAllPlaces(GradientPairs.unclipped(adjacency, 1, 3, 10));
      assertAllPlaces(UserPairs.contributions(adjacency, 4, 2, 2, 1));
      if (adjacency != AdjacencyRelation.ZERO_OUT) {
        assertAllPlaces(LabeledPairs.classes(adjacency, unit, List.of("a", "b"), 1));
      }
    }
  }

  private static <R> void assertAllPlaces(PairFamily<List<R>> family) {
    Set<Integer> places = new HashSet<>();
    for (AdjacentPair<List<R>> pair : family.pairs(3, FIRST)) {
      int size = Math.max(pair.left().size(), pair.right().size());
      int index = 0;
      while (index < Math.min(pair.left().size(), pair.right().size())
          && DatasetEquality.equal(pair.left().get(index), pair.right().get(index))) {
        index++;
      }
      if (size >= 4) {
        places.add(index == 0 ? 0 : index == size - 1 ? 2 : 1);
      }
    }
    assertEquals(Set.of(0, 1, 2), places);
  }

  /** Ends of the range among others of every kind, at every place and in every number. */
  @Example
  void boundedNumbersVaryPlaceBackgroundAndSize() {
    List<AdjacentPair<List<Double>>> pairs =
        NumericPairs.bounded(0, 1, AdjacencyRelation.ADD_OR_REMOVE).family().pairs(3, FIRST);
    for (int size : List.of(1, 9, 99)) {
      for (List<Double> others :
          List.of(
              Background.LOW.of(size, 0.0, 0.5, 1.0),
              Background.HIGH.of(size, 0.0, 0.5, 1.0),
              Background.TURNS.of(size, 0.0, 0.5, 1.0),
              Background.HALVES.of(size, 0.0, 0.5, 1.0))) {
        assertTrue(
            pairs.stream().anyMatch(pair -> pair.left().equals(others)), size + ": " + others);
      }
    }
    assertEquals(List.of(0.0, 0.0, 1.0, 1.0), Background.HALVES.of(4, 0.0, 0.5, 1.0));
    assertEquals(List.of(0.0, 1.0, 0.0), Background.TURNS.of(3, 0.0, 0.5, 1.0));
    assertEquals(List.of(0.5, 0.5), Background.MIDDLE.of(2, 0.0, 0.5, 1.0));
    assertEquals(
        List.of(10, 5, 0),
        Stream.of(Place.LAST, Place.MIDDLE, Place.FIRST).map(place -> place.among(10)).toList());
  }

  private static boolean isPossible(List<Integer> user, int partitions, int spread, int repeats) {
    Collection<Long> counts =
        user.stream().collect(Collectors.groupingBy(i -> i, Collectors.counting())).values();
    return !user.isEmpty()
        && user.equals(user.stream().sorted().toList())
        && user.stream().allMatch(i -> i >= 0 && i < partitions)
        && counts.size() <= spread
        && counts.stream().allMatch(count -> count <= repeats);
  }

  @Example
  void theFirstTablesShowWhatTheyPromise() {
    for (int features : new int[] {1, 2, 3}) {
      List<AdjacentPair<List<Labeled<String>>>> added =
          LabeledPairs.classes(
                  AdjacencyRelation.ADD_OR_REMOVE,
                  FeatureBounds.same(features, 0, 1),
                  List.of("a", "b", "c"),
                  1)
              .pairs(3, FIRST);
      for (int size : List.of(1, 9, 99)) {
        assertShown(added, size, (others, one) -> !classes(others).contains(one.label()));
        assertShown(added, size, (others, one) -> others.contains(one) && others.size() == size);
        assertShown(added, size, (others, one) -> classes(others).equals(Set.of(one.label())));
        assertShown(
            added,
            size,
            (others, one) -> isAll(one, 1) && others.stream().allMatch(r -> isAll(r, 1.0 / 64)));
        assertShown(added, size, (others, one) -> isAll(one, 1) && isAll(others.get(0), 0));
        assertShown(
            added,
            size,
            (others, one) ->
                features == 1
                    || (others.stream().allMatch(r -> isAlong(r, 0))
                        && isAlong(one, features - 1)));
        assertShown(
            added,
            size,
            (others, one) -> isAll(others.get(0), 1) && (size == 1 || isAll(others.get(1), 0)));
      }
    }
  }

  private static boolean isAlong(Labeled<String> record, int feature) {
    return IntStream.range(0, record.features().size())
        .allMatch(i -> record.features().get(i) == (i == feature ? 1 : 0));
  }

  /** The record that is more, and the others. */
  private static void assertShown(
      List<AdjacentPair<List<Labeled<String>>>> pairs,
      int size,
      BiPredicate<List<Labeled<String>>, Labeled<String>> promise) {
    assertTrue(
        pairs.stream()
            .filter(pair -> pair.left().size() == size)
            .anyMatch(pair -> promise.test(pair.left(), pair.right().get(added(pair)))));
  }

  /** Where the record that is more stands. */
  private static <R> int added(AdjacentPair<List<R>> pair) {
    int index = 0;
    while (index < pair.left().size() && pair.left().get(index).equals(pair.right().get(index))) {
      index++;
    }
    return index;
  }

  private static boolean isAll(Labeled<String> record, double value) {
    return record.features().stream().allMatch(x -> x == value);
  }

  private static Set<String> classes(List<Labeled<String>> records) {
    return records.stream().map(Labeled::label).collect(Collectors.toCollection(HashSet::new));
  }

  @Example
  void theFirstUsersReachEachBoundAndBoth() {
    for (AdjacencyRelation adjacency : AdjacencyRelation.values()) {
      List<AdjacentPair<List<List<Integer>>>> pairs =
          UserPairs.contributions(adjacency, 8, 3, 2, 1).pairs(3, FIRST);
      for (List<Integer> user :
          List.of(List.of(0, 0, 1, 1, 2, 2), List.of(0, 1, 2), List.of(0, 0))) {
        Set<Integer> others =
            pairs.stream()
                .filter(pair -> occurrences(pair.left(), user) != occurrences(pair.right(), user))
                .map(pair -> Math.max(pair.left().size(), pair.right().size()) - 1)
                .collect(Collectors.toCollection(HashSet::new));
        assertEquals(Set.of(1, 9, 99), others, adjacency + " " + user);
      }
    }
  }

  private static long occurrences(List<List<Integer>> users, List<Integer> user) {
    return users.stream().filter(user::equals).count();
  }

  @Example
  void theFirstListsOfVectorsAndNumbersAreSmallAndLarge() {
    assertTrue(
        sizes(VectorPairs.lists(AdjacencyRelation.ADD_OR_REMOVE, Norm.L2, 1, 3, 0).pairs(3, 4))
            .containsAll(Set.of(0, 1, 9, 99)));
    assertTrue(
        sizes(NumericPairs.bounded(0, 1, AdjacencyRelation.ADD_OR_REMOVE).family().pairs(3, 8))
            .containsAll(Set.of(0, 1, 9, 99)));
    assertTrue(
        sizes(NumericPairs.bounded(0, 1, AdjacencyRelation.REPLACE_ONE).family().pairs(3, 8))
            .containsAll(Set.of(2, 10, 100)));
  }

  /** Floor, ceiling and rounding of the quotient by 40 jump at these sizes of the smaller list. */
  @Example
  void whatIsComputedFromTheNumberOfRecordsJumpsAmongTheFirstPairs() {
    AdjacencyRelation add = AdjacencyRelation.ADD_OR_REMOVE;
    PairFamily<List<double[]>> lists = VectorPairs.lists(add, Norm.L2, 1, 3, 0, 40);
    FeatureBounds unit = FeatureBounds.same(2, 0, 1);
    List<Integer> around = List.of(39, 40, 79, 80, 19, 20);
    assertTrue(sizes(lists.pairs(3, 2)).equals(Set.of(39, 40)));
    assertTrue(sizes(lists.pairs(3, FIRST + 2)).containsAll(around));
    Set<Integer> gradients = sizes(GradientPairs.inBatches(add, 1, 1, 40).pairs(3, 12));
    assertTrue(gradients.containsAll(around) && gradients.contains(0), "sizes " + gradients);
    assertTrue(
        sizes(LabeledPairs.targets(add, unit, 0, 1, 1, 40).pairs(3, FIRST + 2))
            .containsAll(around));
    assertTrue(
        sizes(LabeledPairs.classes(add, unit, List.of(0, 1), 1, 40).pairs(3, 2))
            .containsAll(List.of(39, 40)));
    // Odd: 4 / 7 is the first quotient above a half.
    assertTrue(sizes(VectorPairs.lists(add, Norm.L2, 1, 1, 0, 7).pairs(3, 12)).contains(3));
    assertTrue(sizes(VectorPairs.lists(add, Norm.L2, 1, 3, 0).pairs(3, FIRST)).contains(10));
    assertTrue(
        sizes(VectorPairs.lists(add, Norm.L2, 1, 1, 0).pairs(3, FIRST))
            .containsAll(List.of(10, 100, 31, 32, 63, 64)));
    assertTrue(
        sizes(LabeledPairs.targets(add, unit, 0, 1, 1).pairs(3, 27))
            .containsAll(List.of(10, 100, 31, 32, 63, 64)));
  }

  /** Half of the drawn sizes fill one to four batches, or all but one record of them. */
  @Example
  void drawnSizesLieAroundBatchesToo() {
    List<AdjacentPair<List<double[]>>> pairs =
        VectorPairs.lists(AdjacencyRelation.ADD_OR_REMOVE, Norm.L2, 1, 2, 0, 1000).pairs(3, 200);
    assertTrue(sizes(pairs).containsAll(List.of(999, 1000, 1999, 2000, 2999, 3000, 3999, 4000)));
    assertTrue(pairs.stream().filter(pair -> pair.left().size() < 128).count() > 50);
  }

  private static <R> Set<Integer> sizes(List<AdjacentPair<List<R>>> pairs) {
    return pairs.stream()
        .map(pair -> pair.left().size())
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Example
  void parametersAreChecked() {
    AdjacencyRelation add = AdjacencyRelation.ADD_OR_REMOVE;
    FeatureBounds unit = FeatureBounds.same(1, 0, 1);
    assertRefused("fewest was -1", () -> NumericPairs.bounded(0, 1, add, -1));
    assertRefused("fewest was -1", () -> NumericPairs.numbers(List.of(), add, -1));
    assertRefused("fewest was -1", () -> LabeledPairs.targets(add, unit, 0, 1, -1));
    assertRefused("range was [1.0, 1.0]", () -> LabeledPairs.targets(add, unit, 1, 1, 0));
    assertRefused("classes were [a]", () -> LabeledPairs.classes(add, unit, List.of("a"), 0));
    assertRefused("all different", () -> LabeledPairs.classes(add, unit, List.of(1, 1), 0));
    assertRefused(
        "no labelled record contributes nothing",
        () -> LabeledPairs.targets(AdjacencyRelation.ZERO_OUT, unit, 0, 1, 0));
    assertRefused("features was 0", () -> FeatureBounds.same(0, 0, 1));
    assertRefused("range was [0.0, NaN]", () -> FeatureBounds.same(2, 0, Double.NaN));
    assertRefused("1 low and 0 high", () -> FeatureBounds.of(List.of(0.0), List.of()));
    assertRefused("batchSize was 0", () -> VectorPairs.lists(add, Norm.L1, 1, 1, 0, 0));
    assertRefused("batchSize was 100001", () -> LabeledPairs.targets(add, unit, 0, 1, 0, 100_001));
    assertRefused("radius", () -> VectorPairs.lists(add, Norm.L1, 0, 1, 0));
    assertRefused("partitionsPerUser was 3", () -> UserPairs.contributions(add, 2, 3, 1, 0));
    assertRefused("contributionsPerPartition", () -> UserPairs.contributions(add, 2, 1, 0, 0));
  }

  private static void assertRefused(String rule, Runnable call) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, call::run).getMessage());
    assertTrue(message.contains(rule), message);
  }

  private static <L> void checkTables(
      PairFamily<List<Labeled<L>>> family,
      long seed,
      int fewest,
      Predicate<Labeled<L>> isPossible) {
    List<AdjacentPair<List<Labeled<L>>>> pairs = pairs(family, seed);
    checkLists(pairs, "none", fewest);
    for (AdjacentPair<List<Labeled<L>>> pair : pairs) {
      assertTrue(records(pair).stream().allMatch(isPossible), pair.description());
    }
  }

  private static <R> void checkLists(List<AdjacentPair<List<R>>> pairs, Object zero, int fewest) {
    for (AdjacentPair<List<R>> pair : pairs) {
      assertTrue(!DatasetEquality.equal(pair.left(), pair.right()), pair.description());
      assertTrue(AdjacencyChecker.isAdjacent(pair, zero), pair.description());
      assertTrue(AdjacencyChecker.isAdjacentInOrder(pair), pair.description());
      int smaller = Math.min(pair.left().size(), pair.right().size());
      assertTrue(smaller >= fewest, pair.description());
    }
  }

  /** All that lead, and some that are drawn. */
  private static <R> List<AdjacentPair<List<R>>> pairs(PairFamily<List<R>> family, long seed) {
    return IntStream.range(0, COUNT).mapToObj(i -> family.pair(seed, i)).toList();
  }

  private static <R> List<R> records(AdjacentPair<List<R>> pair) {
    return Stream.concat(pair.left().stream(), pair.right().stream()).toList();
  }
}
