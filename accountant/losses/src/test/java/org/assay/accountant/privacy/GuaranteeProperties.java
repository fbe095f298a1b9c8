package org.assay.accountant.privacy;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A guarantee is what its numbers say, however the caller's map orders and keeps them. */
class GuaranteeProperties {
  private static final List<Function<NavigableMap<Double, Double>, Guarantee>> KINDS =
      List.of(
          map -> new Guarantee.Renyi(map, ADD_OR_REMOVE),
          map -> new Guarantee.Profile(map, ADD_OR_REMOVE),
          map -> new Guarantee.Tradeoff(map, ADD_OR_REMOVE));

  @Property(tries = 100, seed = "20260101")
  void theCallersOrderMeansNothing(
      @ForAll @IntRange(min = 1, max = 9) int points, @ForAll long seed) {
    for (int kind = 0; kind < KINDS.size(); kind++) {
      NavigableMap<Double, Double> rising = points(kind, points, new SplittableRandom(seed));
      Guarantee expected = KINDS.get(kind).apply(rising);
      for (Comparator<Double> order : orders(seed)) {
        TreeMap<Double, Double> theirs = new TreeMap<>(order);
        theirs.putAll(rising);
        Guarantee guarantee = KINDS.get(kind).apply(theirs);
        assertEquals(expected, guarantee);
        assertEquals(expected.describe(), guarantee.describe());
        assertRises(map(guarantee));
        // What the caller does with the map afterwards is nothing to the guarantee.
        theirs.replaceAll((x, y) -> 0.0);
        theirs.clear();
        assertEquals(expected, guarantee);
        assertThrows(UnsupportedOperationException.class, map(guarantee)::clear);
      }
    }
  }

  /** Whatever has keys below the one asked for lies before it. */
  private static void assertRises(NavigableMap<Double, Double> map) {
    assertNull(map.comparator());
    double before = Double.NEGATIVE_INFINITY;
    for (double key : map.keySet()) {
      assertTrue(key > before);
      assertEquals(key, map.ceilingKey(Math.max(before, Math.nextDown(key))));
      before = key;
    }
  }

  private static List<Comparator<Double>> orders(long seed) {
    return List.of(
        Comparator.reverseOrder(),
        Comparator.comparingLong(
            (Double x) -> (Double.doubleToLongBits(x) ^ seed) * 0x9e3779b97f4a7c15L));
  }

  private static NavigableMap<Double, Double> points(int kind, int count, SplittableRandom random) {
    TreeMap<Double, Double> points = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      switch (kind) {
        case 0 -> points.put(1 + 10 * (x + 0.01), 5 * y);
        case 1 -> points.put(5 * x, y);
        default -> points.put(i == 0 ? 0 : x, y * (1 - x));
      }
    }
    return points;
  }

  private static NavigableMap<Double, Double> map(Guarantee guarantee) {
    return guarantee.accept(
        new DefaultGuaranteeVisitor<>() {
          @Override
          public NavigableMap<Double, Double> visitRenyi(Guarantee.Renyi renyi) {
            return renyi.epsilonByOrder();
          }

          @Override
          public NavigableMap<Double, Double> visitProfile(Guarantee.Profile profile) {
            return profile.deltaByEpsilon();
          }

          @Override
          public NavigableMap<Double, Double> visitTradeoff(Guarantee.Tradeoff tradeoff) {
            return tradeoff.typeTwoByTypeOne();
          }

          @Override
          protected NavigableMap<Double, Double> visitOther(Guarantee other) {
            throw new AssertionError(other);
          }
        });
  }

  /** Else the last one in the map's order would count. */
  @Example
  void twoZerosWithTwoValuesAreRefused() {
    for (Comparator<Double> order : orders(1)) {
      TreeMap<Double, Double> twice = new TreeMap<>(order);
      twice.putAll(Map.of(-0.0, 0.25, 0.0, 0.5));
      for (int kind = 1; kind < KINDS.size(); kind++) {
        Function<NavigableMap<Double, Double>, Guarantee> made = KINDS.get(kind);
        var thrown = assertThrows(IllegalArgumentException.class, () -> made.apply(twice));
        assertTrue(String.valueOf(thrown.getMessage()).endsWith("at 0.0: give one of them"));
      }
      twice.replaceAll((x, y) -> 0.5);
      assertEquals(Map.of(0.0, 0.5), new Guarantee.Profile(twice, ADD_OR_REMOVE).deltaByEpsilon());
    }
  }

  @Example
  void zeroHasOneSign() {
    assertEquals(new Guarantee.Pure(0, ADD_OR_REMOVE), new Guarantee.Pure(-0.0, ADD_OR_REMOVE));
    assertEquals(
        new Guarantee.Approximate(0, 0, ADD_OR_REMOVE),
        new Guarantee.Approximate(-0.0, -0.0, ADD_OR_REMOVE));
    assertEquals(
        "0.0-zCDP under add-remove",
        new Guarantee.ZeroConcentrated(-0.0, ADD_OR_REMOVE).describe());
    assertEquals(
        new Guarantee.Gaussian(0, ADD_OR_REMOVE), new Guarantee.Gaussian(-0.0, ADD_OR_REMOVE));
    assertEquals(
        new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 0.0)), ADD_OR_REMOVE),
        new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, -0.0)), ADD_OR_REMOVE));
  }
}
