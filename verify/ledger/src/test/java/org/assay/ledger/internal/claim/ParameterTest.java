package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Grids, neighbourhoods and simple values of parameters; points; numbers in words. */
class ParameterTest {
  /** Factors of 10^(1/2) = 3.16228, rounded to three digits; the ends as they are. */
  @Test
  void positiveGridsAreGeometric() {
    Parameter x = Parameter.positive("x", 0.12345, 12.345, 5);
    assertEquals(List.of(0.12345, 0.39, 1.23, 3.9, 12.345), x.grid());
    assertEquals(Math.sqrt(10), x.spacing(), 1e-12);
    assertEquals(Parameter.Kind.POSITIVE, x.kind());
  }

  /** Three digits would be 1.24 and 9.87, which leave out a part of the range at either end. */
  @Test
  void rangesEndWhereTheyAreToldTo() {
    Parameter x = Parameter.positive("x", 1.2354, 9.8743, 2);
    assertEquals(List.of(1.2354, 9.8743), x.grid());
    Parameter n = Parameter.count("n", 1, 12_345, 3);
    assertEquals(List.of(1.0, 111.0, 12_345.0), n.grid());
  }

  /** 10^(7/8) = 7.4989 is 7.50 in three digits, and 8 by the even of two neighbours. */
  @Test
  void countsAreWholeAndDistinct() {
    Parameter n = Parameter.count("n", 1, 10, 9);
    assertEquals(List.of(1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0), n.grid());
    assertEquals(Math.pow(10, 1 / 6.0), n.spacing(), 1e-12);
  }

  @Test
  void choicesAreSortedAndNeverEmpty() {
    assertEquals(List.of(1.0, 2.0, 7.0), Parameter.choice("k", 7, 1, 2, 7).grid());
    assertEquals(1, Parameter.choice("k", 3).spacing());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Parameter.choice("k"));
    assertEquals("grid of k was empty: name a value", refused.getMessage());
  }

  @Test
  void neighboursEndWithTheRange() {
    Parameter x = Parameter.positive("x", 1, 100, 3);
    assertEquals(List.of(5.0, 20.0), x.around(10, 2));
    assertEquals(List.of(1.0, 3.0), x.around(1.5, 2));
    assertEquals(List.of(30.0, 100.0), x.around(60, 2));
    Parameter n = Parameter.count("n", 1, 100, 3);
    assertEquals(List.of(6.0, 7.0, 15.0, 15.0), n.around(10, 1.5));
    Parameter k = Parameter.choice("k", 1, 5);
    assertEquals(List.of(1.0, 5.0), k.around(5, 2));
  }

  /** Powers of ten by their distance to 1, then one digit, then two. */
  @Test
  void powersOfTenAreTheSimplest() {
    List<Double> simple = Parameter.positive("x", 0.02, 200, 3).simplest();
    assertEquals(List.of(1.0, 0.1, 10.0, 100.0), sorted(simple.subList(0, 4)));
    assertEquals(0.9, simple.get(4));
    assertTrue(simple.indexOf(0.7) < simple.indexOf(2.0));
    assertTrue(simple.indexOf(0.02) < simple.indexOf(1.1));
    assertTrue(simple.indexOf(1.1) < simple.indexOf(1.2));
    assertTrue(simple.indexOf(1.2) < simple.indexOf(99.0));
    assertEquals(0.02, simple.stream().mapToDouble(x -> x).min().orElseThrow());
    assertEquals(200.0, simple.stream().mapToDouble(x -> x).max().orElseThrow());
  }

  /** 0.1 and 10 are equally far from 1, to within rounding. */
  private static List<Double> sorted(List<Double> four) {
    List<Double> tens = four.subList(1, 3).stream().sorted().toList();
    return List.of(four.get(0), tens.get(0), tens.get(1), four.get(3));
  }

  @Test
  void theSmallestCountIsTheSimplest() {
    List<Double> simple = Parameter.count("n", 3, 120, 3).simplest();
    assertEquals(List.of(3.0, 4.0, 5.0), simple.subList(0, 3));
    assertEquals(120.0, simple.get(simple.size() - 1));
    assertEquals(List.of(2.0, 9.0), Parameter.choice("k", 9, 2).simplest());
  }

  @Test
  void pointsNameWhatTheyHold() {
    Point p = new Point(Map.of("x", 0.5));
    assertEquals(0.5, p.get("x"));
    assertEquals("x = 0.5", p.toString());
    assertEquals("x = 0.5, n = 3", p.with("n", 3).toString());
    assertEquals("x = 2", p.with("x", 2).toString());
    assertEquals(3, p.with("n", 3).whole("n"));
    IllegalArgumentException unknown =
        assertThrows(IllegalArgumentException.class, () -> p.with("n", 3).get("y"));
    assertEquals("name was 'y': it must be one of x, n", unknown.getMessage());
    ArithmeticException broken = assertThrows(ArithmeticException.class, () -> p.whole("x"));
    assertEquals("x was 0.5: it must be a whole number", broken.getMessage());
    ArithmeticException large =
        assertThrows(ArithmeticException.class, () -> p.with("x", 1e10).whole("x"));
    assertEquals("x was 1.0E10: it must be a whole number", large.getMessage());
    assertThrows(UnsupportedOperationException.class, () -> p.values().put("x", 1.0));
  }

  /** From 1e-4 to below 1e8 in plain digits. */
  @Test
  void numbersAreReadable() {
    assertEquals("0.00012346", Numbers.about(0.000123456));
    assertEquals("9.8765e-5", Numbers.about(0.0000987654));
    assertEquals("99999000", Numbers.atMost(99_999_999));
    assertEquals("1e8", Numbers.atLeast(99_999_999));
    assertEquals("-1.2346", Numbers.atMost(-1.23451));
    assertEquals("-1.2345", Numbers.atLeast(-1.23451));
    assertEquals("1.2345", Numbers.atMost(1.23459));
    assertEquals("1.2346", Numbers.atLeast(1.23451));
    assertEquals("-infinite", Numbers.about(Double.NEGATIVE_INFINITY));
    assertEquals("undefined", Numbers.shortest(Double.NaN));
    assertEquals("0.1", Numbers.shortest(0.1));
    assertEquals("1.5e9", Numbers.shortest(1.5e9));
  }
}
