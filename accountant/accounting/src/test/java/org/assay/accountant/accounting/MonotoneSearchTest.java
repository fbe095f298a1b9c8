package org.assay.accountant.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.accounting.Calibration.Evaluation;
import org.junit.jupiter.api.Test;

/** The parameters that a search evaluates, and their number: every evaluation may take minutes. */
class MonotoneSearchTest {
  private static final SearchRange RANGE = new SearchRange("x", 1e-6, 1e6, 1);
  private final List<Double> looks = new ArrayList<>();

  @Test
  void theSecondLookIsALittleBeyondAProportionalAnswer() {
    smallest(x -> 1 / x, 1.0 / 3, RANGE);
    assertLooks(1, 3.06);
    smallest(x -> 1 / x, 3, RANGE);
    assertLooks(1, 1 / 3.06);
    largest(x -> x, 3, RANGE);
    assertLooks(1, 3.06);
    largest(x -> x, 1.0 / 3, RANGE);
    assertLooks(1, 1 / 3.06);
  }

  @Test
  void leapsAreFromTwoToFourAndThenSquare() {
    smallest(x -> 1 / x, 0.99, RANGE);
    assertLooks(1, 2);
    smallest(x -> 1 / x, 1e-3, RANGE);
    assertLooks(1, 4, 64, 64 * 256);
    smallest(x -> 1 / x, 1e3, RANGE);
    assertLooks(1, 1 / 4.0, 1 / 64.0, 1 / 64.0 / 256);
  }

  @Test
  void leapsStopAtTheEnds() {
    SearchRange narrow = new SearchRange("x", 0.5, 10, 1);
    Calibration all = smallest(x -> 0, 1, narrow);
    assertLooks(1, 0.5);
    assertEquals(Optional.empty(), all.failing());
    assertEquals(0.5, all.value());
    assertEquals(looks.size(), all.evaluations());
    var none =
        assertThrows(UnreachableTargetException.class, () -> smallest(x -> 2 / x, 0.1, narrow));
    assertLooks(1, 4, 10);
    assertEquals(new Evaluation(10, 0.2), none.best());
    assertEquals("target 0.1 is unreachable: even x 10.0 gives 0.2", none.getMessage());
    largest(x -> x, 9.99, narrow);
    assertLooks(1, 4, 10);
  }

  @Test
  void aKnownStartIsLookedAtClosely() {
    SearchRange near = new SearchRange("x", 1e-6, 1e6, 100);
    DoubleUnaryOperator bound = recorded(x -> 101 / x);
    Lattice lattice = new Lattice.Logarithmic(1e-6);
    Calibration found = new MonotoneSearch(bound, 1, near, lattice, 1.05).smallest();
    assertLooks(100, 105);
    assertEquals(101, found.value(), 1e-3);
    assertTrue(found.evaluations() <= 4, found::toString);
  }

  /** A start that is right up to rounding, for any bounds there. */
  @Test
  void anExactStartIsLookedAtVeryClosely() {
    SearchRange near = new SearchRange("x", 1e-6, 1e6, 100);
    DoubleUnaryOperator bound = recorded(x -> x < 99.9999 ? Double.POSITIVE_INFINITY : 0.5);
    Lattice lattice = new Lattice.Logarithmic(1e-5);
    Calibration found = new MonotoneSearch(bound, 1, near, lattice, 1 + 1e-5).smallest();
    assertEquals(100, found.value(), 1e-2);
    assertTrue(found.evaluations() <= 3, looks::toString);
  }

  /** An infinite bound has no slope: halving the logarithm 21 times suffices. */
  @Test
  void infiniteBoundsAreBisected() {
    DoubleUnaryOperator step = x -> x < 3 ? Double.POSITIVE_INFINITY : 0.5;
    Calibration found = smallest(step, 1, RANGE);
    assertEquals(3, found.value(), 1e-5);
    assertTrue(found.evaluations() <= 24, found::toString);
  }

  /**
   * Bounds that are powers are straight in logarithms: two evaluations to bracket, two to close.
   */
  @Test
  void powersTakeFourLooks() {
    for (double power : new double[] {-3, -1, -0.3}) {
      Calibration found = smallest(x -> 7 * Math.pow(x, power), 1, RANGE);
      assertEquals(Math.pow(7, -1 / power), found.value(), 2e-6 * found.value());
      assertEquals(looks.size(), found.evaluations());
      assertTrue(found.evaluations() <= 6, found::toString);
    }
    assertTrue(smallest(x -> 3 / x, 1, RANGE).evaluations() <= 4);
    assertTrue(largest(x -> x / 3, 1, RANGE).evaluations() <= 4);
  }

  @Test
  void curvedBoundsTakeFewLooks() {
    assertTrue(smallest(x -> Math.exp(-x), 1e-3, RANGE).evaluations() <= 9);
    assertTrue(largest(x -> Math.expm1(x), 1e3, RANGE).evaluations() <= 9);
    assertTrue(largest(x -> 0.5 + x * x, 30, RANGE).evaluations() <= 7);
  }

  /** A jump does not show its position: bisection, twenty halvings of a factor of 256. */
  @Test
  void jumpsTakeBisection() {
    Calibration jump = smallest(x -> x < 77 ? Double.POSITIVE_INFINITY : 0, 1, RANGE);
    assertEquals(77, jump.value(), 1e-4);
    assertTrue(jump.evaluations() <= 27, jump::toString);
    Calibration level = smallest(x -> x < 77 ? 2 : 0.5, 1, RANGE);
    assertEquals(77, level.value(), 1e-4);
    assertTrue(level.evaluations() <= 33, level::toString);
  }

  @Test
  void integersAreExact() {
    for (int answer : new int[] {1, 2, 3, 10, 999, 1_000_000}) {
      SearchRange range = new SearchRange("n", 1, 1e7, 1);
      MonotoneSearch search =
          new MonotoneSearch(recorded(n -> n * n), answer * (double) answer, range, integers());
      Calibration found = search.largest();
      assertEquals(answer, found.value());
      assertEquals(answer + 1, found.failing().orElseThrow().parameter());
      assertTrue(looks.stream().allMatch(look -> look == Math.rint(look)), looks::toString);
      assertTrue(found.evaluations() <= 8, found::toString);
    }
    SearchRange between = new SearchRange("n", 1, 9, 2.4);
    looks.clear();
    assertEquals(
        4, new MonotoneSearch(recorded(n -> 8 / n), 2, between, integers()).smallest().value());
    assertEquals(2, looks.get(0));
  }

  @Test
  void neighboursAreOneStepApart() {
    assertEquals(4, integers().below(5));
    assertEquals(6, integers().above(5));
    assertEquals(5, integers().nearest(4.6));
    Lattice tenths = new Lattice.Logarithmic(0.1);
    assertEquals(5.5, tenths.above(5), 1e-15);
    assertEquals(5, tenths.below(5.5), 1e-15);
    assertEquals(4.6, tenths.nearest(4.6));
  }

  @Test
  void aTargetOfZeroIsMetExactly() {
    Calibration zero = smallest(x -> Math.max(0, 5 - x), 0, RANGE);
    assertTrue(zero.value() >= 5 && zero.value() <= 5 * (1 + 1e-6), zero::toString);
    assertEquals(0, zero.answer().bound());
    assertTrue(zero.evaluations() <= 44, zero::toString);
  }

  private static Lattice integers() {
    return new Lattice.Integers();
  }

  private Calibration smallest(DoubleUnaryOperator bound, double target, SearchRange range) {
    looks.clear();
    Lattice lattice = new Lattice.Logarithmic(1e-6);
    return new MonotoneSearch(recorded(bound), target, range, lattice).smallest();
  }

  private Calibration largest(DoubleUnaryOperator bound, double target, SearchRange range) {
    looks.clear();
    Lattice lattice = new Lattice.Logarithmic(1e-6);
    return new MonotoneSearch(recorded(bound), target, range, lattice).largest();
  }

  private DoubleUnaryOperator recorded(DoubleUnaryOperator bound) {
    return x -> {
      looks.add(x);
      return bound.applyAsDouble(x);
    };
  }

  private void assertLooks(double... first) {
    for (int i = 0; i < first.length; i++) {
      assertEquals(first[i], looks.get(i), 1e-12 * first[i], looks::toString);
    }
  }
}
