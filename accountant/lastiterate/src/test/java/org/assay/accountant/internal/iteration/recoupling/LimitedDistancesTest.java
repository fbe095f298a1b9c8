package org.assay.accountant.internal.iteration.recoupling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bridges that are limited at given times, compared with steps of the bridge one by one on a fine
 * grid, each from its position towards the given end.
 */
class LimitedDistancesTest {
  private static final double STEP = 0.01;
  private static final int GRID = 1600;

  /** Largest addition to a probability by rounding to a grid and by the slack. */
  private static final double MOST = 3e-5;

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "40, 0.1, 1",
    "48, 0.08, 1",
    "80, 0.05, 1",
    "110, 0.02, 1",
    "60, 0.5, 0.1",
    "400, 0.3, 0.05"
  })
  void isTheProbabilityOfABridge(double diameter, double gradient, double share) {
    TwoDataLattice lattice = lattice(diameter, gradient, share);
    LimitedDistances limits = new LimitedDistances(lattice);
    double half = lattice.cell() / 2;
    double level = lattice.raisedLimit() * lattice.cell();
    for (int start : new int[] {0, 1, 14}) {
      double from = start * half + (share == 1 ? level : 0);
      for (int end : new int[] {-9, 0, 17}) {
        double exact = bridge(lattice, from, end * half + level);
        double bound = limits.below(start, end);
        String at = bound + " for " + exact + " from " + start + " to " + end;
        assertTrue(bound >= exact - 1e-8, at);
        assertTrue(bound <= exact + MOST, at);
      }
    }
  }

  private static TwoDataLattice lattice(double diameter, double gradient, double share) {
    DistanceGrowth growth =
        new DistanceGrowth(
            Enclosure.exact(diameter),
            Enclosure.ZERO,
            Enclosure.exact(gradient),
            Enclosure.exact(share));
    return TwoDataLattice.of(growth, TwoDataLattice.Resolution.FINE);
  }

  /**
   * The probability, from the last limit back, that all later limits hold, for each place on the
   * grid.
   */
  private static double bridge(TwoDataLattice lattice, double from, double to) {
    int parts = lattice.parts();
    int limits = (int) Math.floor(lattice.moving() * parts - 0.5);
    double[] kept = new double[GRID];
    Arrays.fill(kept, 1);
    for (int limit = limits; limit > 1; limit--) {
      double[] before = new double[GRID];
      for (int i = 0; i < GRID; i++) {
        before[i] = step(lattice, limit - 1, (i + 0.5) * STEP, to, kept);
      }
      kept = before;
    }
    return step(lattice, 0, from, to, kept);
  }

  /** One part of the bridge, by midpoints and the correction of their error at 0. */
  private static double step(
      TwoDataLattice lattice, int limit, double from, double to, double[] kept) {
    double part = 1.0 / lattice.parts();
    double left = lattice.moving() - limit * part;
    double mean = from + (to - from) * part / left;
    double deviation = 2 * Math.sqrt(part * (left - part) / left);
    int low = (int) Math.max(0, (mean - 8 * deviation) / STEP);
    int high = (int) Math.max(0, (mean + 8 * deviation) / STEP);
    double sum = 0;
    for (int i = low; i <= high; i++) {
      double z = ((i + 0.5) * STEP - mean) / deviation;
      double here = Math.exp(-z * z / 2) * kept[Math.min(i, GRID - 1)];
      sum += here + (i == 0 ? here / 24 : i == 1 ? -here / 24 : 0);
    }
    return sum * STEP / (deviation * Math.sqrt(2 * Math.PI));
  }

  /** The probability of a lowered amount is not exceeded, and nearly attained. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"100, 0.05, 1, 0", "100, 0.05, 1, 0.4", "200, 0.02, 1, 1.5", "60, 0.2, 0.1, 0.3"})
  void noMoreMassIsLoweredThanThereIs(
      double diameter, double gradient, double share, double slope) {
    TwoDataLattice lattice = lattice(diameter, gradient, share);
    boolean random = share < 1;
    double shift = lattice.shifts().mean();
    TwoDataMoves moves = new TwoDataMoves(lattice, slope, shift, random);
    double moved = (random ? 0 : shift * lattice.cell()) - 2 * slope * lattice.moving();
    PlainLimits plain = new PlainLimits(lattice, moved);
    for (int below : new int[] {0, 2, 7}) {
      int place = lattice.cells() - below;
      double[][] rows = new double[LimitedDistances.LOWERED.length][moves.last(place) + 1];
      moves.addFrom(place, new LimitedDistances(lattice), rows);
      double level = below + (random ? 0 : lattice.raisedLimit());
      double lowered = 0;
      for (int index = rows.length - 1; index > 0; index--) {
        lowered += Arrays.stream(rows[index]).sum();
        double least = LimitedDistances.LOWERED[index] * lattice.cell() / 2;
        double exact = plain.loweredBy(level * lattice.cell(), least);
        String at = lowered + " for " + exact + " from " + below + " by " + least;
        assertTrue(lowered <= exact * (1 + 1e-4) + 1e-7, at);
        assertTrue(lowered >= exact * 0.75 - 1e-4, at);
      }
    }
  }

  /** With two parts there is one limit, and its probability is that of a normal variable. */
  @Test
  void oneLimitIsANormalTail() {
    TwoDataLattice lattice = lattice(40, 0.1, 1);
    assertEquals(2, lattice.parts());
    LimitedDistances limits = new LimitedDistances(lattice);
    double time = lattice.moving();
    double half = lattice.cell() / 2;
    double level = lattice.raisedLimit() * lattice.cell();
    for (int start = 0; start < 40; start += 3) {
      for (int end = -13; end < 30; end += 6) {
        double from = start * half + level;
        double mean = from + (end * half + level - from) * 0.5 / time;
        double deviation = 2 * Math.sqrt(0.5 * (time - 0.5) / time);
        double exact = new NormalDistribution().cumulativeProbability(mean / deviation);
        assertEquals(exact, limits.below(start, end), 2e-6, start + " to " + end);
        assertTrue(limits.below(start, end) >= exact);
      }
    }
  }

  /**
   * A probability outside the computed range is bounded by 1, and a narrow set has no limits within
   * its blocks.
   */
  @Test
  void nothingIsKnownFarAway() {
    LimitedDistances limits = new LimitedDistances(lattice(100, 0.1, 1));
    assertEquals(1, limits.below(10, 2000));
    assertEquals(1, limits.below(2000, 10));
    assertTrue(!limits.reaches(2000));
    assertTrue(limits.below(3, -2000) >= limits.below(2, -2000));
    LimitedDistances none = new LimitedDistances(lattice(20, 0.1, 1));
    assertTrue(!none.reaches(0));
    assertEquals(0, none.mostLowered());
    assertEquals(1, none.below(0, 0));
  }

  @Test
  void growsWithBothDistances() {
    LimitedDistances limits = new LimitedDistances(lattice(100, 0.1, 0.5));
    for (int start = 1; start < 60; start++) {
      for (int end = -59; end < 60; end++) {
        double here = limits.below(start, end);
        assertTrue(here >= limits.below(start - 1, end) - 1e-9, start + " to " + end);
        assertTrue(here >= limits.below(start, end - 1), start + " to " + end);
      }
    }
  }

  /** Starts are counted from the level, downwards. */
  @Test
  void startsAreRoundedAway() {
    LimitedDistances limits = new LimitedDistances(lattice(100, 0.1, 0.5));
    assertEquals(0, limits.start(0));
    assertEquals(0, limits.start(-1));
    assertEquals(1, limits.start(1e-3));
    assertEquals(3, limits.start(1.5));
    assertEquals(4, limits.start(1.5 + 1e-6));
  }

  /**
   * After a limit the two datasets move the runs apart by a shift for every step, and the line
   * moves by the whole block's shift until it stops. The level is raised by the difference at all
   * times.
   */
  @Test
  void theLevelAllowsForShiftsSinceTheLastLimit() {
    TwoDataLattice lattice = lattice(100, 0.05, 1);
    double shift = 0.05 * Math.sqrt((double) lattice.steps()) / lattice.cell();
    double most = 0;
    for (double limit = 0; limit < lattice.moving(); limit += 1.0 / lattice.parts()) {
      for (double time = limit; time <= 1; time += 1e-3) {
        double moved = (Math.min(time, lattice.moving()) - limit) / lattice.moving();
        most = Math.max(most, shift * (time - limit - moved));
      }
    }
    assertTrue(most > 0.01 && lattice.raisedLimit() >= most, most + "");
    TwoDataLattice random = lattice(100, 0.05, 0.5);
    assertEquals(shift / 2, random.raisedLimit(), 1e-6 * random.cells());
  }

  /** Blocks are made of as many equal parts as fit, and never of parts of steps. */
  @ParameterizedTest
  @CsvSource({"20, 1", "35, 2", "60, 5", "100, 13", "112, 16", "116, 16", "120, 9", "400, 12"})
  void partsAreWholeSteps(double diameter, int parts) {
    TwoDataLattice lattice = lattice(diameter, 0.01, 1);
    assertEquals(parts, lattice.parts());
    assertEquals(0, lattice.steps() % parts);
    double fitting = Math.max(1, Math.pow(diameter / 28, 2));
    assertEquals(fitting, (double) lattice.steps(), Math.max(1.3, 0.04 * fitting));
  }
}
