package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tails of integer noise, against sums of all masses from the smallest on. */
class DiscreteTailsTest {
  @ParameterizedTest
  @CsvSource({
    "0.2, 1",
    "0.4, 1",
    "1, 1",
    "1, 0",
    "1, -3",
    "1, 4",
    "2.5, 30",
    "300, 1",
    "300, 900",
    "4096, 20000",
    "4097, 20000",
    "5000, 1",
    "5000, -17",
    "20000, 100000"
  })
  void gaussian(double sigma, long least) {
    long most = Math.abs(least) + (long) (40 * sigma) + 2;
    double above = 0;
    double all = 0;
    for (long x = most; x >= -most; x--) {
      double mass = Math.exp(-0.5 * (x / sigma) * (x / sigma));
      all += mass;
      above += x >= least ? mass : 0;
    }
    requireNear(above / all, DiscreteGaussian.upperTail(sigma, (double) least), 1e-8);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 1", "1, 4", "1, 0", "1, -5", "3.5, 1", "3.5, 60", "1000, 3000"})
  void laplace(double scale, long least) {
    long most = Math.abs(least) + (long) (50 * scale) + 2;
    double above = 0;
    double all = 0;
    for (long x = -most; x <= most; x++) {
      double mass = Math.exp(-Math.abs(x) / scale);
      all += mass;
      above += x >= least ? mass : 0;
    }
    requireNear(above / all, DiscreteLaplace.upperTail(scale, (double) least), 1e-13);
  }

  private static void requireNear(double value, Enclosure found, double relativeWidth) {
    assertTrue(
        found.lower() <= value * (1 + 1e-11) && found.upper() >= value * (1 - 1e-11),
        () -> value + " not in " + found);
    assertTrue(found.relativeWidth() < relativeWidth, found::toString);
  }

  @Test
  void farTails() {
    assertEquals(0, DiscreteGaussian.upperTail(1, 1e300).lower());
    assertTrue(DiscreteGaussian.upperTail(1, 1e300).upper() < 1e-300);
    assertTrue(DiscreteGaussian.upperTail(1e6, 1e300).upper() < 1e-300);
    assertTrue(DiscreteGaussian.upperTail(1, -1e300).contains(1.0));
    assertTrue(DiscreteLaplace.upperTail(1, 1e300).upper() < 1e-300);
    assertTrue(DiscreteLaplace.upperTail(1, -1e300).contains(1.0));
    assertTrue(DiscreteGaussian.upperTail(1e-200, 1).upper() < 1e-300);
  }
}
