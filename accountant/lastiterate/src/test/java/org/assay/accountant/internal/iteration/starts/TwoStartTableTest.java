package org.assay.accountant.internal.iteration.starts;

import static org.assay.accountant.internal.iteration.starts.DiscreteLaws.profile;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table against its recursion, and against runs whose distributions can be computed. */
class TwoStartTableTest {
  private static final TwoStartTable TABLE = TwoStartTable.shipped();

  /** Every entry is at least the recursion's bound: a full and independent computation. */
  @Tag("slow")
  @Test
  void everyRowIsProved() {
    double[] losses = TwoStartTableGenerator.losses();
    double[] proved = new double[TABLE.losses().length];
    Arrays.fill(proved, 1);
    assertArrayEquals(Arrays.copyOf(losses, proved.length), TABLE.losses());
    TwoStartRecursion recursion = new TwoStartRecursion(losses);
    for (int row = 0; row < TABLE.rows(); row++) {
      while (recursion.steps() < TABLE.steps(row)) {
        recursion.advance();
        TwoStartTableGenerator.lower(proved, recursion);
      }
      for (int m = 0; m < proved.length; m++) {
        assertTrue(TABLE.value(row, m) >= proved[m], "row " + row + ", column " + m);
      }
    }
  }

  @Test
  void boundsFallWithLossAndSteps() {
    for (int row = 0; row < TABLE.rows(); row++) {
      for (double loss = 0; loss < 70; loss += 0.37) {
        double here = TABLE.bound(row, loss);
        assertTrue(here >= 0 && here <= 1);
        assertTrue(TABLE.bound(row, loss + 0.2) <= here);
        assertTrue(row == 0 || here <= TABLE.bound(row - 1, loss));
      }
    }
    assertEquals(1, TABLE.bound(-1, 3));
  }

  @Test
  void longStepsCountAsOne() {
    assertEquals(-1, TABLE.row(25, 9));
    assertEquals(0, TABLE.row(25, 10));
    assertEquals(0, TABLE.row(1, 10));
    assertEquals(0, TABLE.row(50, 40));
    assertEquals(-1, TABLE.row(50.001, 40));
    assertEquals(0, TABLE.row(Math.nextUp(50.0), 40));
    assertEquals(-1, TABLE.row(50 * (1 + 1e-12), 40));
    assertEquals(TABLE.rows() - 1, TABLE.row(25, Long.MAX_VALUE));
    assertEquals(-1, TABLE.row(1e9, 1000));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 24, 25, 25.5, 50, 399.9, 1000})
  void knowsTheFewestStepsOfARow(double diameter) {
    for (long steps = 1; steps < 10_000_000; steps = steps * 5 / 4 + 1) {
      int row = TABLE.row(diameter, steps);
      long fewest = TABLE.fewest(diameter, steps);
      assertTrue(fewest <= steps);
      assertEquals(row, TABLE.row(diameter, fewest));
      assertEquals(row < 0 ? steps : fewest, TABLE.fewest(diameter, fewest + (row < 0 ? 0 : 1)));
      assertTrue(row < 0 ? fewest == steps : TABLE.row(diameter, fewest - 1) == row - 1);
    }
  }

  /** Drifts, quadratics, kinks and random contractions on an interval of the largest size. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 7})
  void boundsWalksOnALine(int kind) {
    SplittableRandom random = new SplittableRandom(kind);
    LineWalk first = LineWalk.from(0, 25);
    LineWalk second = LineWalk.from(25, 25);
    for (int step = 1; step <= 120; step++) {
      double[] map = map(kind, random);
      if (step % 10 == 0) {
        compare(first, second, map, TABLE.row(25, step));
      }
      first = first.after(map);
      second = second.after(map);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6})
  void boundsOtherWalksOnALine(int kind) {
    boundsWalksOnALine(kind);
  }

  private static void compare(LineWalk first, LineWalk second, double[] map, int row) {
    double[] p = first.binned(map);
    double[] q = second.binned(map);
    for (double loss = 0; loss < 40; loss = loss * 1.2 + 0.01) {
      double bound = TABLE.bound(row, loss) * (1 + 1e-9) + 1e-11;
      assertTrue(profile(p, q, loss) <= bound, "row " + row + " at " + loss);
      assertTrue(profile(q, p, loss) <= bound, "row " + row + " at " + loss);
    }
  }

  /** Values of a 1-Lipschitz map at 0, 1, …, 25, linear between. */
  private static double[] map(int kind, SplittableRandom random) {
    double[] map = new double[26];
    for (int i = 0; i < map.length; i++) {
      map[i] =
          switch (kind) {
            case 0 -> i;
            case 1 -> i - 0.12;
            case 2 -> i + 0.04;
            case 3 -> 12.5 + 0.99 * (i - 12.5);
            case 4 -> i < 12 ? i + 0.1 * Math.min(1, (12 - i) / 3.0) : i;
            case 5 -> Math.min(i, 20) + 0.1;
            default -> i == 0 ? 0.3 * random.nextDouble() : map[i - 1] + slope(kind, random);
          };
    }
    return map;
  }

  private static double slope(int kind, SplittableRandom random) {
    return kind == 6 ? 1 - 0.02 * random.nextDouble() : random.nextInt(30) == 0 ? 0.5 : 1;
  }

  /** Turns and slides in a square: the directions of two runs change from step to step. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.7})
  void boundsWalksInASquare(double angle) {
    double side = 25 / Math.sqrt(2);
    SquareWalk first = SquareWalk.from(0, 0, side);
    SquareWalk second = SquareWalk.from(side, side, side);
    for (int step = 1; step <= 20; step++) {
      first = first.after(angle);
      second = second.after(angle);
      int row = TABLE.row(25, step);
      for (double loss = 0; row >= 0 && loss < 40; loss = loss * 1.3 + 0.05) {
        double bound = TABLE.bound(row, loss) * (1 + 1e-3) + 1e-9;
        assertTrue(first.profile(second, loss) <= bound, "row " + row + " at " + loss);
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1.5707963267948966})
  void boundsOtherWalksInASquare(double angle) {
    boundsWalksInASquare(angle);
  }
}
