package org.assay.verify.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.pairs.IntegerPairs.IntegerType;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.AdjacentPair;

/** Every pair of every family is adjacent by an independent check, and its datasets differ. */
class AdjacencyProperties {
  private static final int COUNT = 40;

  @Property(seed = "41", tries = 60)
  void counts(@ForAll AdjacencyRelation adjacency, @ForAll long seed) {
    for (AdjacentPair<Long> pair : StatisticPairs.counts(adjacency).pairs(seed, COUNT)) {
      assertEquals(1, pair.right() - pair.left());
      assertTrue(pair.left() >= 0);
    }
  }

  @Property(seed = "42", tries = 200)
  void sums(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @DoubleRange(min = -1e9, max = 1e9) double one,
      @ForAll @DoubleRange(min = -1e9, max = 1e9) double other) {
    double low = Math.min(one, other);
    double high = one == other ? low + 1 : Math.max(one, other);
    BigDecimal bound =
        adjacency == AdjacencyRelation.REPLACE_ONE
            ? new BigDecimal(high).subtract(new BigDecimal(low))
            : new BigDecimal(low).abs().max(new BigDecimal(high).abs());
    for (AdjacentPair<Double> pair : StatisticPairs.sums(adjacency, low, high).pairs(seed, COUNT)) {
      BigDecimal gap = new BigDecimal(pair.left()).subtract(new BigDecimal(pair.right())).abs();
      assertTrue(gap.compareTo(bound) <= 0, pair.description());
      assertTrue(gap.signum() > 0, pair.description());
    }
  }

  /** A program may refuse sums that no records have: as many as differ by one in their number. */
  @Property(seed = "53", tries = 200)
  void sumsArePossible(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @DoubleRange(min = -1e3, max = 1e3) double one,
      @ForAll @IntRange(min = 0, max = 2) int kind) {
    double low = kind == 0 ? 0 : kind == 1 ? Math.abs(one) + 1e-9 : -Math.abs(one) - 2;
    double high = kind == 2 ? low / -3 : low + Math.abs(one) + 1e-9;
    for (AdjacentPair<Double> pair : StatisticPairs.sums(adjacency, low, high).pairs(seed, COUNT)) {
      if (low >= 0) {
        assertTrue(pair.left() >= 0 && pair.right() >= 0, pair.description());
      }
      int more = adjacency == AdjacencyRelation.REPLACE_ONE ? 0 : 1;
      assertTrue(
          isPossible(pair.left(), pair.right(), more, low, high)
              || isPossible(pair.right(), pair.left(), more, low, high),
          pair.description());
    }
  }

  /** Whether some number of records has the first sum, and the same number and more the second. */
  private static boolean isPossible(
      double first, double second, int more, double low, double high) {
    double slack = 1e-9 * (Math.abs(first) + Math.abs(second) + high - low);
    double fewest = high > 0 ? Math.ceil((first - slack) / high) : 0;
    double most = low > 0 ? Math.floor((first + slack) / low) : Double.POSITIVE_INFINITY;
    double least = Math.max(Math.max(0, fewest), low < 0 ? (first + slack) / low : 0);
    for (double records : new double[] {least, Math.ceil(least), least + 1, most, 1}) {
      double after = records + more;
      if (records >= 0
          && records < Double.POSITIVE_INFINITY
          && isBetween(first, records * low, records * high, slack)
          && isBetween(second, after * low, after * high, slack)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBetween(double value, double least, double most, double slack) {
    return value >= least - slack && value <= most + slack;
  }

  @Property(seed = "43", tries = 60)
  void histograms(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 9) int bins) {
    for (AdjacentPair<long[]> pair :
        StatisticPairs.histograms(adjacency, bins).pairs(seed, COUNT)) {
      assertMoved(adjacency, asList(pair.left()), asList(pair.right()));
    }
  }

  @Property(seed = "44", tries = 60)
  void keyedHistograms(@ForAll AdjacencyRelation adjacency, @ForAll long seed) {
    for (AdjacentPair<Map<String, Long>> pair :
        StatisticPairs.keyedHistograms(adjacency).pairs(seed, COUNT)) {
      Set<String> keys = new TreeSet<>(pair.left().keySet());
      keys.addAll(pair.right().keySet());
      assertMoved(adjacency, values(keys, pair.left()), values(keys, pair.right()));
      assertFalse(pair.left().containsValue(0L) || pair.right().containsValue(0L));
    }
  }

  @Property(seed = "45", tries = 60)
  void answers(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int size) {
    BigDecimal one = BigDecimal.ONE;
    for (AdjacentPair<double[]> pair : AnswerPairs.any(adjacency, size, 3).pairs(seed, COUNT)) {
      assertTrue(
          AdjacencyChecker.distance(pair.left(), pair.right(), Norm.L_INFINITY).compareTo(one)
              <= 0);
    }
    for (AdjacentPair<double[]> pair :
        AnswerPairs.monotone(adjacency, 3, size).pairs(seed, COUNT)) {
      for (int i = 0; i < pair.left().length; i++) {
        double move = pair.right()[i] - pair.left()[i];
        assertTrue(move == 0 || move == 1, pair.description());
      }
    }
  }

  @Property(seed = "46", tries = 200)
  void vectors(
      @ForAll AdjacencyRelation adjacency,
      @ForAll Norm norm,
      @ForAll long seed,
      @ForAll @DoubleRange(min = -9, max = 9) double exponent,
      @ForAll @IntRange(min = 1, max = 9) int dimension) {
    double radius = Math.pow(10, exponent);
    double factor = adjacency == AdjacencyRelation.REPLACE_ONE ? 2 : 1;
    BigDecimal bound = new BigDecimal(radius * factor);
    BigDecimal limit = norm == Norm.L2 ? bound.multiply(bound) : bound;
    for (AdjacentPair<double[]> pair :
        VectorPairs.sums(adjacency, norm, radius, dimension).pairs(seed, COUNT)) {
      BigDecimal distance = AdjacencyChecker.distance(pair.left(), pair.right(), norm);
      assertTrue(distance.compareTo(limit) <= 0, pair.description());
      assertTrue(distance.doubleValue() >= limit.doubleValue() * (1 - 1e-9), pair.description());
      assertTrue(pair.canaryDirection().isPresent());
    }
  }

  @Property(seed = "47", tries = 100)
  void gradients(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @DoubleRange(min = -3, max = 3) double exponent,
      @ForAll @IntRange(min = 1, max = 5) int dimension,
      @ForAll @IntRange(min = 1, max = 8) int records) {
    double clippingNorm = Math.pow(10, exponent);
    double[] zero = new double[dimension];
    BigDecimal norm = new BigDecimal(clippingNorm);
    for (AdjacentPair<List<double[]>> pair :
        GradientPairs.clipped(adjacency, clippingNorm, dimension, records).pairs(seed, COUNT)) {
      assertTrue(AdjacencyChecker.isAdjacent(pair, zero), pair.description());
      assertTrue(AdjacencyChecker.isAdjacentInOrder(pair), pair.description());
      assertTrue(pair.left().size() <= records);
      for (double[] gradient : pair.left()) {
        BigDecimal length = AdjacencyChecker.distance(gradient, zero, Norm.L2);
        assertTrue(length.compareTo(norm.multiply(norm)) <= 0, pair.description());
      }
    }
    for (AdjacentPair<List<double[]>> pair :
        GradientPairs.inBatches(adjacency, clippingNorm, dimension, records).pairs(seed, COUNT)) {
      assertTrue(AdjacencyChecker.isAdjacent(pair, zero), pair.description());
      for (double[] gradient : pair.right()) {
        BigDecimal length = AdjacencyChecker.distance(gradient, zero, Norm.L2);
        assertTrue(length.compareTo(norm.multiply(norm)) <= 0, pair.description());
      }
    }
    for (AdjacentPair<List<double[]>> pair :
        GradientPairs.unclipped(adjacency, clippingNorm, dimension, records).pairs(seed, COUNT)) {
      assertTrue(AdjacencyChecker.isAdjacent(pair, zero), pair.description());
    }
  }

  @Property(seed = "48", tries = 40)
  void integersAtTheLimits(@ForAll AdjacencyRelation adjacency, @ForAll long seed) {
    for (IntegerType type : IntegerType.values()) {
      checkLists(IntegerPairs.limits(adjacency, type), 0L, seed);
    }
    checkLists(IntegerPairs.limits(adjacency, IntegerType.BYTE, 0, 1), 0L, seed);
    checkLists(IntegerPairs.limits(adjacency, IntegerType.SHORT, -1000, 500), 0L, seed);
  }

  @Property(seed = "49", tries = 100)
  void numbers(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @Size(max = 12) List<Double> dataset) {
    checkLists(NumericPairs.numbers(dataset, adjacency).family(), 0.0, seed);
    for (AdjacentPair<List<Double>> pair :
        NumericPairs.numbers(dataset, adjacency).unordered().family().pairs(seed, COUNT)) {
      assertTrue(AdjacencyChecker.isAdjacent(pair, 0.0), pair.description());
    }
  }

  @Property(seed = "50", tries = 40)
  void boundedNumbersStayInTheirRange(@ForAll AdjacencyRelation adjacency, @ForAll long seed) {
    PairFamily<List<Double>> family = NumericPairs.bounded(-3, 0.1, adjacency).family();
    checkLists(family, 0.0, seed);
    for (AdjacentPair<List<Double>> pair : family.pairs(seed, COUNT)) {
      assertTrue(pair.left().stream().allMatch(x -> x >= -3 && x <= 0.1), pair.description());
      assertTrue(pair.right().stream().allMatch(x -> x >= -3 && x <= 0.1), pair.description());
    }
  }

  /** Neither dataset is smaller, whether its numbers are bounded or like those of a dataset. */
  @Property(seed = "54", tries = 100)
  void numbersAreAsManyAsSaid(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 120) int fewest) {
    for (PairFamily<List<Double>> family :
        List.of(
            NumericPairs.bounded(2, 7, adjacency, fewest).family(),
            NumericPairs.numbers(List.of(5.0, 2.0, 7.0), adjacency, fewest).family())) {
      checkLists(family, 0.0, seed);
      for (AdjacentPair<List<Double>> pair : family.pairs(seed, COUNT)) {
        int size = Math.min(pair.left().size(), pair.right().size());
        assertTrue(size >= fewest, pair.description());
      }
    }
  }

  /** Among the first pairs the record that differs stands last, first and in the middle. */
  @Property(seed = "55", tries = 3)
  void boundedNumbersDifferAtEveryPlace(@ForAll AdjacencyRelation adjacency) {
    Set<String> places = new TreeSet<>();
    for (AdjacentPair<List<Double>> pair :
        NumericPairs.bounded(2, 7, adjacency, 1).family().pairs(1, 20)) {
      List<Double> left = pair.left();
      int last = Math.max(left.size(), pair.right().size()) - 1;
      int index = 0;
      while (index < Math.min(left.size(), pair.right().size())
          && left.get(index).equals(pair.right().get(index))) {
        index++;
      }
      places.add(index == last ? "last" : index == 0 ? "first" : "middle");
    }
    assertEquals(Set.of("last", "first", "middle"), places);
  }

  @Property(seed = "51", tries = 60)
  void tables(
      @ForAll AdjacencyRelation adjacency, @ForAll long seed, @ForAll @IntRange(max = 6) int rows) {
    List<double[]> table = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      table.add(new double[] {i, i * i, -1});
    }
    checkLists(NumericPairs.table(table, 3, adjacency).family(), new double[3], seed);
  }

  @Property(seed = "52", tries = 60)
  void texts(
      @ForAll AdjacencyRelation adjacency,
      @ForAll long seed,
      @ForAll @Size(max = 6) List<String> dataset) {
    checkLists(TextPairs.of(dataset, adjacency).zero("").family(), "", seed);
  }

  private static <R> void checkLists(PairFamily<List<R>> family, Object zero, long seed) {
    List<AdjacentPair<List<R>>> pairs = family.pairs(seed, COUNT);
    // Nothing but the values of the domain can be zeroed in an empty dataset.
    assertTrue(pairs.size() >= 5, "pairs " + pairs.size());
    for (AdjacentPair<List<R>> pair : pairs) {
      assertTrue(AdjacencyChecker.isAdjacent(pair, zero), pair.description());
      assertTrue(AdjacencyChecker.isAdjacentInOrder(pair), pair.description());
    }
  }

  /** One more in one place; under replace-one also one less in another. */
  private static void assertMoved(AdjacencyRelation adjacency, List<Long> left, List<Long> right) {
    List<Long> moves = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      if (!left.get(i).equals(right.get(i))) {
        moves.add(right.get(i) - left.get(i));
      }
      assertTrue(left.get(i) >= 0 && right.get(i) >= 0);
    }
    moves.sort(null);
    assertEquals(
        adjacency == AdjacencyRelation.REPLACE_ONE ? List.of(-1L, 1L) : List.of(1L), moves);
  }

  private static List<Long> asList(long[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private static List<Long> values(Set<String> keys, Map<String, Long> counts) {
    return keys.stream().map(key -> counts.getOrDefault(key, 0L)).toList();
  }
}
