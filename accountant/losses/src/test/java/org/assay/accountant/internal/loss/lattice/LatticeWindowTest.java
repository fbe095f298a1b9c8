package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Windows of sums of two-valued losses, whose Chernoff bound has a closed form. At the share x of
 * the larger value it is {@code exp(-n KL(x, p))} with p its tilted probability.
 */
class LatticeWindowTest {
  /** A loss of 0 or of a number of steps. */
  private record Coin(double step, long up, double share) {
    LatticeLaw law() {
      return new LatticeLaw(step, Map.of(0L, 1 - share, up, share), 0);
    }

    double tilted(double theta) {
      double odds = share / (1 - share) * Math.exp(theta * up * step);
      return odds / (1 + odds);
    }

    /** The optimal exponent of the tail from a lattice point on. */
    double exponent(long count, double theta, double point) {
      double p = tilted(theta);
      double x = point / up / count;
      return count * (relative(x, p) + relative(1 - x, 1 - p));
    }

    private static double relative(double x, double p) {
      return x == 0 ? 0 : x * Math.log(x / p);
    }

    /** The lattice point on one side at which the bound is half the tail. */
    double reach(long count, double theta, double tail, int side) {
      double near = tilted(theta) * up * count;
      double far = side > 0 ? (double) up * count : 0;
      for (int i = 0; i < 200; i++) {
        double middle = (near + far) / 2;
        if (exponent(count, theta, middle) > -Math.log(tail / 2)) {
          far = middle;
        } else {
          near = middle;
        }
      }
      return near;
    }
  }

  private static LatticeWindow window(Coin coin, long count, double theta, double tail, int log) {
    return LatticeWindow.of(List.of(coin.law()), new long[] {count}, theta, tail, log);
  }

  /** A window cut to 2^6 points keeps the middle, which shows where the whole window ends. */
  private static long end(Coin coin, long count, double theta, double tail) {
    long start = window(coin, count, theta, tail, 62).start();
    return 2 * (window(coin, count, theta, tail, 6).start() + 31) - start;
  }

  /** Both ends are where the best parameter puts them, for symmetric and skewed distributions. */
  @ParameterizedTest
  @CsvSource({
    "0.5,1,100,0,1e-9",
    "0.5,0.5,100,1,1e-6",
    "0.5,4,100,0.125,1e-12",
    "0.000001,1,50000000,0.5,1e-9",
    "0.001,0.25,400,8,1e-6",
    "0.999999,1,50000000,0.5,1e-9",
    "0.00001,1,20,0.25,1e-15",
    "0.03125,2,1000,0.0625,0.1"
  })
  void windowsEndWhereTheBestBoundIsTheTail(
      double share, double length, long count, double theta, double tail) {
    long up = 1L << 24;
    Coin coin = new Coin(length / up, up, share);
    double low = coin.reach(count, theta, tail, -1);
    double high = coin.reach(count, theta, tail, 1);
    double slack = 4e-3 * (high - low) + 4;
    long start = window(coin, count, theta, tail, 62).start();
    assertTrue(start <= low && start >= low - slack, () -> start + " for " + low);
    long end = end(coin, count, theta, tail);
    assertTrue(end >= high && end <= high + slack, () -> end + " for " + high);
  }

  /** For any tail the window exceeds the losses by a point or two at most. */
  @Test
  void windowsEndWithTheLosses() {
    for (double step : new double[] {0.25, 1, 32}) {
      LatticeLaw law = new LatticeLaw(step, Map.of(-100L, 0.25, 300L, 0.75), 0);
      long[] three = {3};
      LatticeWindow whole = LatticeWindow.of(List.of(law), three, 0.125 / step, 1e-300, 62);
      LatticeWindow cut = LatticeWindow.of(List.of(law), three, 0.125 / step, 1e-300, 6);
      long end = 2 * (cut.start() + 31) - whole.start();
      assertTrue(whole.start() <= -300 && whole.start() >= -303, () -> "start " + whole.start());
      assertTrue(end > 900 && end <= 904, () -> "end " + end);
      assertEquals(0, whole.outside(1 << 11));
    }
  }

  /** The mass above one end of a window, by the best bound. */
  @ParameterizedTest
  @CsvSource({
    "0.5,200,0,1e-12,3",
    "0.25,400,0.5,1e-9,1",
    "0.015625,4000,0.25,1e-9,4",
    "0.96875,4000,0.25,1e-9,2",
    "0.5,40000,0,0.9,0.092",
    "0.5,40000,0,0.9,0.5"
  })
  void massBeyondTheUpperEnd(double share, long count, double theta, double tail, double far) {
    Coin coin = new Coin(0.25, 4, share);
    LatticeWindow window = window(coin, count, theta, tail, 62);
    double p = coin.tilted(theta);
    double place = 4 * (p * count + far * Math.sqrt(count * p * (1 - p)));
    long size = (long) place - window.start();
    double below = window.outside(8 * count);
    double exponent = coin.exponent(count, theta, (double) (window.start() + size));
    assertExponent(exponent, window.outside(size) - below);
  }

  /** The mass below the lower end of a window, by the best bound. */
  @ParameterizedTest
  @CsvSource({"0.5,200,0,0.5", "0.25,400,0.5,1e-3", "0.0625,4000,0.25,1e-9"})
  void massBelowTheLowerEnd(double share, long count, double theta, double tail) {
    Coin coin = new Coin(0.5, 4, share);
    LatticeWindow window = window(coin, count, theta, tail, 62);
    double found = window.outside(8 * count);
    assertExponent(coin.exponent(count, theta, (double) (window.start() - 1)), found);
    assertTrue(found <= tail / 2, () -> found + " for half of " + tail);
  }

  /** Nothing is outside once the largest loss is inside, and half of it one point before. */
  @ParameterizedTest
  @ValueSource(doubles = {0.125, 1, 8})
  void nothingLiesBeyondTheLargestLoss(double step) {
    Coin even = new Coin(step, 100, 0.5);
    LatticeWindow window = window(even, 1, 0, 0.9, 62);
    assertTrue(window.start() < 0, () -> "start " + window.start());
    assertEquals(0, window.outside(102 - window.start()));
    assertEquals(0.5, window.outside(100 - window.start()), 1e-6);
    assertTrue(window.outside(60 - window.start()) > 0.5);
  }

  /** From -1 to 63 a window of 64 points suffices, for one more it does not. */
  @Test
  void lengthsAreTheSmallestPowersOfTwo() {
    assertEquals(-1, window(new Coin(1, 60, 0.5), 1, 0, 0.9, 62).start());
    assertEquals(6, window(new Coin(1, 60, 0.5), 1, 0, 0.9, 62).logSize());
    assertEquals(7, window(new Coin(1, 61, 0.5), 1, 0, 0.9, 62).logSize());
    assertEquals(6, window(new Coin(1, 61, 0.5), 1, 0, 0.9, 6).logSize());
  }

  /**
   * Losses moved by a constant M have the same mass outside, but lose digits. The margin covers
   * both log moments, 2^-48 M and again as much per unit of their argument. It also covers the
   * product of parameter and point, 2^-50 M per unit.
   */
  @Test
  void marginsGrowWithTheLosses() {
    long count = 64;
    double theta = 1;
    // Of 64 coins of probability p = 1/(1 + 1/e) fewer than 1 - p rise: the best parameter is 2.
    double parameter = 2;
    Coin coin = new Coin(1, 1, 0.5);
    double tail = 2 * Math.exp(-coin.exponent(count, theta, count * (1 - coin.tilted(theta))));
    LatticeWindow near = moved(1L << 26, count, theta, tail);
    LatticeWindow far = moved(1L << 32, count, theta, tail);
    assertEquals(near.start() + count * ((1L << 32) - (1L << 26)), far.start());
    double growth = Math.log(far.outside(1000) / near.outside(1000));
    double arguments = 2 * Math.abs(theta - parameter) + 2 * theta + parameter / 4;
    double margin = count * (0x1p32 - 0x1p26) * 0x1p-48 * arguments;
    assertEquals(1, growth / margin, 0.06);
  }

  private static LatticeWindow moved(long by, long count, double theta, double tail) {
    LatticeLaw law = new LatticeLaw(1, Map.of(by, 0.5, by + 1, 0.5), 0);
    return LatticeWindow.of(List.of(law), new long[] {count}, theta, tail, 62);
  }

  /** Parameters on a grid of ratio 1.3 lose at most 1.8% of the exponent. */
  private static void assertExponent(double exponent, double found) {
    double log = -Math.log(found);
    assertTrue(log <= exponent * (1 + 1e-9) + 1e-9, () -> log + " for " + exponent);
    assertTrue(log >= exponent * 0.97 - 1e-9, () -> log + " for " + exponent);
  }
}
