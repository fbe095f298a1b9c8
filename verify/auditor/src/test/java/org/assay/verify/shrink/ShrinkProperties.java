package org.assay.verify.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.AdjacencyChecker;
import org.assay.verify.pairs.NumericPairs;
import org.assay.verify.pairs.RecordPairs;
import org.assay.verify.shrink.ListShrinks.Alignment;
import org.assay.verify.shrink.Simplifiers.Simplifier;
import org.assay.verify.trial.AdjacentPair;

/** Candidates are adjacent by an independent check, and smaller. */
class ShrinkProperties {
  private static final Shrinks<List<Double>> LISTS =
      ListShrinks.<Double>dropping().then(ListShrinks.simplifying(Simplifiers.numbers()));

  @Property(seed = "61", tries = 150)
  void neighboursStayNeighbours(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @IntRange(max = 20) int index,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 3) Integer> records) {
    List<Double> dataset = records.stream().map(Integer::doubleValue).toList();
    AdjacentPair<List<Double>> pair =
        NumericPairs.numbers(dataset, adjacency).family().pair(seed, index);
    LISTS
        .candidates(pair)
        .forEach(
            candidate -> {
              assertEquals(adjacency, candidate.adjacency());
              assertTrue(AdjacencyChecker.isAdjacent(candidate, 0.0), candidate.description());
              assertTrue(AdjacencyChecker.isAdjacentInOrder(candidate), candidate.description());
              assertFalse(candidate.left().equals(candidate.right()));
              assertTrue(candidate.left().size() <= pair.left().size());
            });
  }

  @Property(seed = "62", tries = 150)
  void multisetsStayNeighboursAndFindTheirOrder(
      @ForAll boolean replaces,
      @ForAll long seed,
      @ForAll @IntRange(max = 60) int index,
      @ForAll @Size(min = 2, max = 8) List<@IntRange(max = 3) Integer> records) {
    AdjacencyRelation adjacency =
        replaces ? AdjacencyRelation.REPLACE_ONE : AdjacencyRelation.ADD_OR_REMOVE;
    RecordPairs<Integer> plan =
        RecordPairs.of(records, adjacency).values(List.of(7, 8)).unordered();
    AdjacentPair<List<Integer>> pair = plan.family().pair(seed, index);
    ListShrinks.<Integer>dropping()
        .candidates(pair)
        .forEach(
            candidate ->
                assertTrue(AdjacencyChecker.isAdjacent(candidate, 0), candidate.description()));
    Alignment<Integer> alignment = new Alignment<>(pair);
    if (alignment.isPermuted()) {
      assertTrue(AdjacencyChecker.isAdjacentInOrder(alignment.inOrder()), pair.description());
      assertFalse(new Alignment<>(alignment.inOrder()).isPermuted());
    }
  }

  @Property(seed = "63", tries = 300)
  void numbersGetSimplerUntilZero(
      @ForAll @DoubleRange(min = -1e9, max = 1e9) double start, @ForAll long choices) {
    double number = start;
    Set<Double> seen = new HashSet<>();
    long bits = choices;
    while (Double.doubleToLongBits(number) != 0) {
      assertTrue(seen.add(number), "the order came back to " + number);
      List<Double> simpler = Simplifiers.numbers().simpler(number);
      assertTrue(simpler.contains(0.0), number + " can become 0");
      number = simpler.get(Math.floorMod(bits, simpler.size()));
      bits = bits * 6364136223846793005L + 1442695040888963407L;
    }
    assertEquals(List.of(), Simplifiers.numbers().simpler(0.0));
  }

  @Example
  void unusualNumbersBecomeOrdinary() {
    for (double number : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE}) {
      List<Double> simpler = Simplifiers.numbers().simpler(number);
      assertTrue(simpler.contains(0.0) && simpler.contains(1.0) && simpler.contains(1e6));
      assertFalse(simpler.contains(number));
    }
    assertEquals(List.of(0.0), Simplifiers.numbers().simpler(-0.0));
    assertTrue(Simplifiers.numbers().simpler(10.25).contains(10.0));
    assertEquals(
        List.of(0L, 1L, -4611686018427387904L), first(Simplifiers.integers(), Long.MIN_VALUE));
    assertEquals(List.of(0L), Simplifiers.integers().simpler(1L));
    assertEquals(List.of(), Simplifiers.texts().simpler(""));
    assertEquals(List.of(""), Simplifiers.texts().simpler("b"));
    assertArray(new double[2], Simplifiers.rows().simpler(new double[] {5, Double.NaN}).get(0));
    assertEquals(List.of(), Simplifiers.rows().simpler(new double[3]));
  }

  @Property(seed = "64", tries = 100)
  void textsGetShorter(@ForAll @StringLength(max = 12) String text) {
    for (String simpler : Simplifiers.texts().simpler(text)) {
      assertTrue(simpler.length() < text.length());
    }
  }

  @Property(seed = "65", tries = 200)
  void vectorsComeNoFurtherApart(
      @ForAll @Size(min = 1, max = 6) List<@DoubleRange(min = -50, max = 50) Double> start,
      @ForAll @Size(value = 6) List<@DoubleRange(min = -3, max = 3) Double> moves) {
    double[] left = start.stream().mapToDouble(x -> x).toArray();
    double[] right = left.clone();
    for (int i = 0; i < right.length; i++) {
      right[i] += moves.get(i);
    }
    double[] gaps = gaps(left, right);
    AdjacentPair<double[]> pair =
        AdjacentPair.of("vectors", left, right, AdjacencyRelation.REPLACE_ONE)
            .withCanaryDirection(ones(left.length));
    VectorShrinks.simplifying()
        .candidates(pair)
        .forEach(
            candidate -> {
              double[] smaller = gaps(candidate.left(), candidate.right());
              for (int i = 0; i < gaps.length; i++) {
                assertTrue(smaller[i] <= gaps[i], candidate.description());
              }
            });
    VectorShrinks.dropping()
        .candidates(pair)
        .forEach(
            candidate -> {
              double[] smaller = gaps(candidate.left(), candidate.right());
              assertTrue(smaller.length >= 1 && smaller.length < gaps.length);
              assertTrue(
                  Collections.indexOfSubList(boxed(gaps), boxed(smaller)) >= 0
                      || isSubsequence(boxed(smaller), boxed(gaps)));
              assertEquals(smaller.length, candidate.canaryDirection().orElseThrow().length);
            });
  }

  private static boolean isSubsequence(List<Double> some, List<Double> all) {
    int next = 0;
    for (double value : all) {
      next += next < some.size() && some.get(next) == value ? 1 : 0;
    }
    return next == some.size();
  }

  private static List<Long> first(Simplifier<Long> simplifier, long number) {
    return simplifier.simpler(number).subList(0, 3);
  }

  private static void assertArray(double[] expected, double[] actual) {
    assertTrue(Arrays.equals(expected, actual), Arrays.toString(actual));
  }

  private static double[] ones(int size) {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double[] gaps(double[] left, double[] right) {
    double[] gaps = new double[left.length];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = Math.abs(left[i] - right[i]);
    }
    return gaps;
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
