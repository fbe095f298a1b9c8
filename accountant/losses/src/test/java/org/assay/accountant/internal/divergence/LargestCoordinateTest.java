package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LargestCoordinateTest {
  private static LargestCoordinate zeroedOut(long batches, double sigma) {
    return LargestCoordinate.of(batches, Enclosure.exact(sigma), 2, 1);
  }

  /** Values by golden section over the threshold, in thirty digits. */
  @ParameterizedTest
  @CsvSource({
    "100, 0.5, 1, 0.47382335735710603",
    "1000, 0.8, 0.5, 0.04042202273298795",
    "10000, 0.5, 4, 0.044769765450153327",
    "10000, 0.4, 6, 0.070701568619835046",
    "100, 1, 0.25, 0.077758422009319929"
  })
  void theBestThresholdIsFoundAndRoundedDown(
      long batches, double sigma, double epsilon, double best) {
    double proved = zeroedOut(batches, sigma).delta(epsilon);
    assertTrue(proved <= best * (1 + 1e-15), "above the reference: " + proved);
    assertEquals(best, proved, best * 1e-11);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 0.5, 9.99662481",
    "10000, 0.5, 9.99096057",
    "1000, 0.8, 5.23504499",
    "100, 1, 4.06315"
  })
  void epsilonsOfOneEpochAreThoseOfTheTest(long batches, double sigma, double epsilon) {
    assertEquals(epsilon, zeroedOut(batches, sigma).epsilon(1e-5), 1e-5);
  }

  @Test
  void aReplacedRecordIsTestedAgainstNoShift() {
    double epsilon = LargestCoordinate.of(100, Enclosure.ONE, 2, 0).epsilon(1e-5);
    assertEquals(5.3965826783, epsilon, 1e-8);
  }

  /** With one batch the test is the best one of two Gaussians. */
  @ParameterizedTest
  @CsvSource({"0.5, 1e-5", "1, 1e-8", "3, 0.01", "0.05, 1e-5", "20, 1e-3"})
  void oneBatchIsTheGaussianMechanism(double sigma, double delta) {
    double exact = GaussianMechanism.epsilon(1 / sigma, delta).midpoint();
    double proved = zeroedOut(1, sigma).epsilon(delta);
    assertTrue(proved <= GaussianMechanism.epsilon(1 / sigma, delta).upper() * (1 + 1e-15));
    assertEquals(exact, proved, 1e-9 * exact);
  }

  @Tag("slow")
  @Test
  void nothingIsProvedAboveTheGaussianOnAGrid() {
    for (long batches : new long[] {1, 2, 17, 1000, 1L << 40}) {
      for (double sigma : new double[] {0.1, 0.5, 1, 4, 50}) {
        Enclosure deviation = Enclosure.exact(sigma);
        LargestCoordinate zero = LargestCoordinate.of(batches, deviation, 2, 1);
        LargestCoordinate replaced = LargestCoordinate.of(batches, deviation, 2, 0);
        double mu = Enclosure.ONE.dividedBy(deviation).upper();
        for (double delta : new double[] {1e-12, 1e-5, 0.1}) {
          assertTrue(zero.epsilon(delta) <= GaussianMechanism.epsilon(mu, delta).upper());
          assertTrue(replaced.epsilon(delta) <= GaussianMechanism.epsilon(2 * mu, delta).upper());
        }
        for (double epsilon : new double[] {0, 0.1, 2, 30, 800}) {
          assertTrue(zero.delta(epsilon) <= GaussianMechanism.delta(mu, epsilon).upper());
          assertTrue(replaced.delta(epsilon) <= GaussianMechanism.delta(2 * mu, epsilon).upper());
        }
      }
    }
  }

  /**
   * Each distribution is cut into cells of the whole line; masses are sums of differences of one
   * distribution.
   */
  @ParameterizedTest
  @CsvSource({
    "100, 1, 2, 1",
    "1, 0.5, 2, 0",
    "1000000, 0.7, 2, 1",
    "3, 0.05, 2, 1",
    "7, 500, 2, 0"
  })
  void cellsCoverTheLine(long batches, double sigma, double far, double near) {
    List<LargestCoordinate.Cell> cells =
        LargestCoordinate.of(batches, Enclosure.exact(sigma), far, near).cells();
    Enclosure p = cells.stream().map(LargestCoordinate.Cell::p).reduce(Enclosure::plus).get();
    Enclosure q = cells.stream().map(LargestCoordinate.Cell::q).reduce(Enclosure::plus).get();
    assertTrue(p.contains(1) && p.relativeWidth() < 1e-11, p.toString());
    assertTrue(q.contains(1) && q.relativeWidth() < 1e-11, q.toString());
    assertTrue(cells.stream().allMatch(cell -> cell.p().lower() > 0 && cell.q().lower() > 0));
    assertTrue(cells.size() > 20 && cells.size() <= 6001, "cells: " + cells.size());
  }

  /** Masses too small for doubles form no cells of their own, even if only one cell is left. */
  @Test
  void impossibleCellsAreJoined() {
    List<LargestCoordinate.Cell> cells = zeroedOut(3, 0.01).cells();
    assertEquals(1, cells.size());
    assertTrue(cells.get(0).p().contains(1) && cells.get(0).q().contains(1));
  }

  /** The profile of one epoch's cells is at most that of the best threshold, and near it. */
  @ParameterizedTest
  @CsvSource({"100, 0.5, 1, .47382335735710603", "1000, 0.8, 0.5, .04042202273298795"})
  void cellsProveAlmostAsMuchAsThresholds(long batches, double sigma, double epsilon, double best) {
    double sum = 0;
    for (LargestCoordinate.Cell cell : zeroedOut(batches, sigma).cells()) {
      sum += Math.max(0, cell.p().midpoint() - Math.exp(epsilon) * cell.q().midpoint());
    }
    assertTrue(sum <= best * (1 + 1e-12), "above the best of all tests of it: " + sum);
    assertEquals(best, sum, best * 1e-4);
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    Enclosure one = Enclosure.ONE;
    refused(() -> LargestCoordinate.of(0, one, 2, 1));
    refused(() -> LargestCoordinate.of(1, Enclosure.ZERO, 2, 1));
    refused(() -> LargestCoordinate.of(1, one, 1, 1));
    refused(() -> LargestCoordinate.of(1, one, 1, -1));
    refused(() -> zeroedOut(10, 1).delta(-1));
    refused(() -> zeroedOut(10, 1).epsilon(0));
  }

  private static void refused(Runnable broken) {
    assertThrows(IllegalArgumentException.class, broken::run);
  }
}
