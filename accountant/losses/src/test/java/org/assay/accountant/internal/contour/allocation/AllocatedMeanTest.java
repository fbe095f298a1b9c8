package org.assay.accountant.internal.contour.allocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each error term of the integrals, where a coarse plan makes it large. The enclosure is wide and
 * contains the value of a fine plan, which has nine digits. The rule's own value is far from it.
 */
class AllocatedMeanTest {
  private static AllocatedMean.Plan plan(
      double logRepeated, double logOmitted, double coarser, double lost) {
    return new AllocatedMean.Plan(logRepeated, logOmitted, coarser, lost);
  }

  private static Enclosure epsilon(long steps, double sigma, double deviations) {
    double variance = Math.expm1(1 / (sigma * sigma)) / steps;
    return Enclosure.exact(deviations * Math.sqrt(variance));
  }

  /** Two enclosures of one number, the second one narrow. */
  private static void assertHolds(Enclosure wide, Enclosure narrow) {
    assertTrue(narrow.relativeWidth() < 1e-9, narrow::toString);
    assertTrue(wide.width() > 1e3 * narrow.width(), () -> wide + " is no test");
    assertTrue(
        wide.lower() <= narrow.upper() && narrow.lower() <= wide.upper(),
        () -> wide + " misses " + narrow);
  }

  private static void assertHolds(long steps, double sigma, double at, AllocatedMean.Plan plan) {
    Enclosure epsilon = epsilon(steps, sigma, at);
    AllocatedMean fine = new AllocatedMean(steps, sigma);
    AllocatedMean coarse = new AllocatedMean(steps, sigma, plan);
    assertHolds(coarse.removed(epsilon), fine.removed(epsilon));
    assertHolds(coarse.added(epsilon), fine.added(epsilon));
  }

  /** On a coarse mesh of the line distant strikes count, each with its put. */
  @ParameterizedTest
  @CsvSource({"10, 1, 0.3, 3", "1000, 0.5, 0.3, 3", "10, 3, 0.1, 6", "1000, 0.5, 1, 8"})
  void coarseMeshesOfLinesRepeatTheStrikes(long steps, double sigma, double at, double mesh) {
    assertHolds(steps, sigma, at, plan(mesh, -46, 1, 0.25));
  }

  /** The truncation error of a short line is bounded. */
  @ParameterizedTest
  @CsvSource({"10, 1, 0.3", "10, 3, 0.3", "1000, 1, 0.3", "1000000, 1, 0.3"})
  void shortLinesLeaveOutTheirEnds(long steps, double sigma, double at) {
    assertHolds(steps, sigma, at, plan(64, -2, 1, 0.25));
  }

  /** A node without digits may have any value up to its modulus. */
  @ParameterizedTest
  @CsvSource({"10, 1, 0.3", "1000, 0.5, 0.3"})
  void nodesWithoutDigitsCountWithTheirModuli(long steps, double sigma, double at) {
    Enclosure epsilon = epsilon(steps, sigma, at);
    Enclosure lost = new AllocatedMean(steps, sigma, plan(64, -46, 1, 1e-30)).removed(epsilon);
    Enclosure known = new AllocatedMean(steps, sigma).removed(epsilon);
    assertHolds(lost, known);
    assertEquals(0, lost.lower());
  }

  /** With few nodes of the normal variable, transforms have few digits. */
  @ParameterizedTest
  @CsvSource({"10, 3, 0.3, 2", "4, 5, 1, 2", "1000, 1, 0.3, 4", "1000, 0.5, 0.3, 4"})
  void coarseTransformsHaveFewDigits(long steps, double sigma, double at, double coarser) {
    assertHolds(steps, sigma, at, plan(64, -46, coarser, 0.25));
  }

  /** The bound by the strip of analyticity is nearly attained where the noise is large. */
  @ParameterizedTest
  @CsvSource({"4, 10, 0.2", "4, 5, 0.2", "10, 10, 0.5"})
  void errorsOfFewNodesAreNearlyTheBound(long steps, double sigma, double lambda) {
    Enclosure fine = new AllocatedMean(steps, sigma).logTransform(lambda);
    Enclosure coarse = new AllocatedMean(steps, sigma, plan(64, -46, 6, 0.25)).logTransform(lambda);
    assertHolds(coarse, Enclosure.exact(fine.midpoint()));
    double error = Math.abs(fine.midpoint() - coarse.midpoint());
    assertTrue(error > 0.3 * coarse.width(), () -> error + " of " + coarse.width());
  }

  /** A wide epsilon has the profiles of both of its ends. */
  @ParameterizedTest
  @CsvSource({"10, 1, 1, 1.1", "1000, 1, 0.5, 0.50001", "1000000, 2, 2, 2.5"})
  void wideEpsilonsHaveTheProfilesOfTheirEnds(long steps, double sigma, double from, double until) {
    AllocatedMean mean = new AllocatedMean(steps, sigma);
    Enclosure low = epsilon(steps, sigma, from);
    Enclosure high = epsilon(steps, sigma, until);
    Enclosure wide = Enclosure.of(low.lower(), high.upper());
    assertHolds(mean.removed(wide), mean.removed(low));
    assertHolds(mean.removed(wide), mean.removed(high));
    assertHolds(mean.added(wide), mean.added(low));
    assertHolds(mean.added(wide), mean.added(high));
  }

  /** Bounds without a line: half the mean deviation, and a quarter of the variance over x. */
  @Test
  void everyPutIsNearItsValueAtTheMean() {
    long steps = 1000;
    double variance = Math.expm1(1) / steps;
    AllocatedMean mean = new AllocatedMean(steps, 1);
    double half = 0.5 * Math.sqrt(variance);
    assertEquals(half, mean.bounds(Enclosure.ZERO).upper(), 3e-9 * half);
    for (double deviations : new double[] {0.6, 1, 3, 100}) {
      double x = deviations * Math.sqrt(variance);
      double rest = 0.25 * variance / x;
      Enclosure above = mean.bounds(Enclosure.exact(x));
      assertEquals(x, above.lower());
      assertEquals(x + rest, above.upper(), 3e-9 * rest);
      Enclosure below = mean.bounds(Enclosure.exact(-x));
      assertEquals(0, below.lower());
      assertEquals(rest, below.upper(), 3e-9 * rest);
    }
    Enclosure around = mean.bounds(Enclosure.of(-1e-3, 1e-3));
    assertEquals(1e-3 + half, around.upper(), 1e-9);
  }
}
