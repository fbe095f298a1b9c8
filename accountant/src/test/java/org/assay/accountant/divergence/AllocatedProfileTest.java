package org.assay.accountant.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocatedProfileTest {
  private static void requireEnclosed(double value, Enclosure found, double width) {
    assertTrue(found.lower() <= value && value <= found.upper(), () -> value + " in " + found);
    assertTrue(found.relativeWidth() <= width, found::toString);
  }

  /** Values of integrals in 60 digits; few steps too, for which the mean is not asked. */
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0.5, 0.149177523135520172, 0.142686965823743203",
    "10, 1, 0.5, 0.026850355960721502, ",
    "10, 1, 1.5, 0.000261157073915254207, 1.79494838394725472e-6",
    "100, 1, 0.1, 0.01788232478534103, ",
    "10, 2, 0.25, 0.005823068218634839, ",
    "1000, 2, 0.02, , 0.000977810179693809",
    "1000, 1, 0.2, 2.0372492970773789e-7, 2.0102432631167296e-9"
  })
  void enclosesReferences(long steps, double noise, double e, Double removed, Double added) {
    Enclosure epsilon = Enclosure.exact(e);
    AllocatedMean mean = new AllocatedMean(steps, noise);
    AllocatedProfile profile = new AllocatedProfile(steps, Enclosure.exact(noise));
    if (removed != null) {
      requireEnclosed(removed, mean.removed(epsilon), 1e-6);
      requireEnclosed(removed, profile.removed(epsilon), 2e-6);
    }
    if (added != null) {
      requireEnclosed(added, mean.added(epsilon), 1e-9);
      requireEnclosed(added, profile.added(epsilon), 2e-6);
    }
  }

  /** The expansion of a sum's law by its third cumulant errs by about the square of the second. */
  @ParameterizedTest
  @CsvSource({
    "1000000000000, 1, 0.5",
    "1000000000000, 1, 2",
    "1000000000000, 2, 1",
    "10000000000, 3, 1.5"
  })
  void manyStepsAreNearlyNormal(long steps, double noise, double deviations) {
    double growth = Math.exp(1 / (noise * noise));
    double deviation = Math.sqrt((growth - 1) / steps);
    double skewness = (growth + 2) * Math.sqrt(growth - 1) / Math.sqrt((double) steps);
    double epsilon = Math.log1p(deviations * deviation);
    double z = Math.expm1(epsilon) / deviation;
    double density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    double tail = 0.5 * org.apache.commons.math3.special.Erf.erfc(z / Math.sqrt(2));
    double expected = deviation * (density - z * tail + skewness / 6 * z * density);
    Enclosure found = new AllocatedMean(steps, noise).removed(Enclosure.exact(epsilon));

    assertEquals(expected, found.midpoint(), 1e-7 * expected);
    assertTrue(found.relativeWidth() < 1e-6, found::toString);
  }

  /** More steps cost less: what is certain of many is below what is possible of fewer. */
  @ParameterizedTest
  @CsvSource({"0.5, 1e-5", "1, 1e-7", "8, 1e-9"})
  void fallsWithTheSteps(double noise, double delta) {
    double upper = GaussianMechanism.epsilon(1 / noise, delta).upper();
    for (long steps = 500; steps <= 500_000_000_000L; steps *= 1000) {
      Enclosure found = new AllocatedProfile(steps, Enclosure.exact(noise)).epsilon(delta);

      assertTrue(found.upper() <= upper * (1 + 1e-9), found + " above " + upper);
      assertTrue(found.lower() > 0 || found.upper() < 1e-4, found::toString);
      upper = found.upper();
    }
  }

  /** What costs least and most of an enclosure of the noise lies around what lies in it. */
  @Test
  void enclosesEveryNoise() {
    AllocatedProfile some = new AllocatedProfile(5000, Enclosure.exact(1));
    AllocatedProfile around = new AllocatedProfile(5000, Enclosure.of(0.999, 1.001));
    Enclosure epsilon = Enclosure.exact(0.05);

    assertTrue(around.removed(epsilon).contains(some.removed(epsilon)));
    assertTrue(around.added(epsilon).contains(some.added(epsilon)));
    assertTrue(around.epsilon(1e-5).contains(some.epsilon(1e-5)));
    assertTrue(around.removed(epsilon).relativeWidth() > 1e-4);
  }

  /** Bounds along a grid are those of single points, or of points before them. */
  @Test
  void boundsOfManyPoints() {
    double[] epsilons = {0, 1e-4, 3e-4, 1e-3, 1e-2, 0.1};
    AllocatedProfile profile = new AllocatedProfile(1_000_000, Enclosure.ONE);
    for (boolean removing : new boolean[] {true, false}) {
      double[] bounds = profile.bounds(removing, epsilons, 1e-14);
      double last = 1;
      for (int i = 0; i < bounds.length; i++) {
        Enclosure exact = Enclosure.exact(epsilons[i]);
        Enclosure found = removing ? profile.removed(exact) : profile.added(exact);
        assertTrue(bounds[i] >= found.lower() && bounds[i] <= last, found::toString);
        assertTrue(bounds[i] <= found.upper() || bounds[i] < 1e-14, found::toString);
        last = bounds[i];
      }
    }
  }

  /** Far out and for little noise the simple bounds remain, which are no guesses. */
  @Test
  void whatIsTooFarIsBounded() {
    AllocatedProfile little = new AllocatedProfile(1L << 40, Enclosure.exact(0.2));
    Enclosure found = little.epsilon(1e-6);

    assertTrue(found.upper() <= GaussianMechanism.epsilon(5, 1e-6).upper());
    assertThrows(IllegalArgumentException.class, () -> new AllocatedProfile(1, Enclosure.ONE));
    assertThrows(
        IllegalArgumentException.class, () -> new AllocatedProfile(2, Enclosure.of(-1, 1)));
  }

  /** About 4e-409: no double is near, and 0 is below. */
  @Test
  void whatUnderflowsIsNotNothing() {
    Enclosure tiny =
        new AllocatedProfile(1_000_000_000, Enclosure.exact(0.5)).added(Enclosure.exact(0.01));
    assertEquals(0, tiny.lower());
    assertTrue(tiny.upper() > 0 && tiny.upper() < 1e-300, tiny::toString);
  }

  /** However wide the inversion is, one Gaussian costs more. */
  @Test
  void epsilonsAreAtMostThatOfOneGaussian() {
    Enclosure found = new AllocatedProfile(1_000_000, Enclosure.exact(0.3)).epsilon(1e-6);
    double single = GaussianMechanism.epsilon(1 / 0.3, 1e-6).upper();
    assertTrue(found.upper() <= single * (1 + 1e-9), found::toString);
  }
}
