package org.assay.accountant.internal.contour.allocation;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocatedProfileTest {
  private static void requireEnclosed(double value, Enclosure found, double width) {
    assertTrue(found.lower() <= value && value <= found.upper(), () -> value + " in " + found);
    assertTrue(found.relativeWidth() <= width, found::toString);
  }

  /** Values of integrals in 60 digits. */
  @ParameterizedTest
  @CsvSource({
    "10, 1, 1.5, 0.000261157073915254207, 1.79494838394725472e-6",
    "1000, 1, 0.2, 2.0372492970773789e-7, 2.0102432631167296e-9"
  })
  void enclosesReferences(long steps, double noise, double e, double removed, double added) {
    Enclosure epsilon = Enclosure.exact(e);
    AllocatedMean mean = new AllocatedMean(steps, noise);
    requireEnclosed(removed, mean.removed(epsilon), 1e-6);
    requireEnclosed(added, mean.added(epsilon), 1e-9);
  }

  /**
   * The expansion of a sum's distribution by its third cumulant errs by about the square of the
   * second.
   */
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

  /** The tails depend on single ratios here: the contour has ten digits, the mean none. */
  @ParameterizedTest
  @CsvSource({"100000, 7.618334, 7.618333"})
  void skewedRatiosAreLeftToTheContour(long steps, double above, double below) {
    assertFalse(AllocatedProfile.covers(steps, Enclosure.exact(0.3)));
    Enclosure found = allocated(steps, Enclosure.exact(0.3)).epsilon(1e-5);
    assertTrue(found.relativeWidth() < 1e-9, found::toString);
    assertTrue(found.upper() <= above && found.lower() >= below, found::toString);
  }

  /** More steps cost less: the upper bound of many steps is below the lower bound of fewer. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0.5, 1e-5", "1, 1e-7", "8, 1e-9"})
  void fallsWithTheSteps(double noise, double delta) {
    double upper = GaussianMechanism.epsilon(1 / noise, delta).upper();
    for (long steps = 5000; steps <= 500_000_000_000L; steps *= 1000) {
      Enclosure found = new AllocatedProfile(steps, Enclosure.exact(noise)).epsilon(delta);

      assertTrue(found.upper() <= upper * (1 + 1e-9), found + " above " + upper);
      assertTrue(found.lower() > 0 || found.upper() < 1e-4, found::toString);
      upper = found.upper();
    }
  }

  /**
   * The transform of the mean alone gives [.13, 3.5] and [.14, 3.1]. The true value is a Fourier
   * transform, by other code, of the mean's distribution on a grid above it in convex order.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1000000, 0.4, 1.0106, 1.2", "1000000, 0.42, 0.58861, 0.74"})
  void wideAnswersAreBoundedByFewerSteps(long steps, double sigma, double truth, double most) {
    Enclosure found = allocated(steps, Enclosure.exact(sigma)).epsilon(1e-6);

    assertTrue(found.lower() <= truth && truth <= found.upper(), found::toString);
    assertTrue(found.upper() <= most && found.lower() > 0.1, found::toString);
    double delta = allocated(steps, Enclosure.exact(sigma)).delta(found.upper()).upper();
    assertEquals(1e-6, delta, 1e-10);
  }

  @Test
  void shortContoursHaveFewerSteps() {
    assertEquals(819_199, shortContour(1_000_000, 0.4));
    assertEquals(600_000, shortContour(600_000, 0.42));
    // Ten seconds for each point of a curve's far tail would be wasted.
    assertFalse(AllocatedProfile.stepsOfShortContour(1_000_000, Enclosure.ONE).isPresent());
  }

  private static long shortContour(long steps, double sigma) {
    return AllocatedProfile.stepsOfShortContour(steps, Enclosure.exact(sigma)).orElseThrow();
  }

  private static GaussianComposition allocated(long steps, Enclosure noise) {
    return GaussianComposition.under(ADD_OR_REMOVE).withAllocated(steps, noise).orElseThrow();
  }

  /** The costs at the least and the largest noise of an enclosure bound the cost inside it. */
  @Test
  void enclosesEveryNoise() {
    AllocatedProfile some = new AllocatedProfile(5000, Enclosure.exact(1));
    AllocatedProfile around = new AllocatedProfile(5000, Enclosure.of(0.999, 1.001));

    assertTrue(around.delta(0.05).contains(some.delta(0.05)));
    assertTrue(around.epsilon(1e-5).contains(some.epsilon(1e-5)));
    assertTrue(around.delta(0.05).relativeWidth() > 1e-4);
  }

  @Test
  void coversManyStepsOfModerateNoise() {
    assertTrue(AllocatedProfile.covers(1_000_000, Enclosure.ONE));
    assertFalse(AllocatedProfile.covers(1000, Enclosure.ONE));
    assertFalse(AllocatedProfile.covers(2000, Enclosure.exact(100)));
    assertFalse(AllocatedProfile.covers(1_000_000, Enclosure.exact(0.2)));
  }

  /** The answer lies between contours of fewer steps, which cost more, and of the same number. */
  @Test
  void agreesWithTheContour() {
    Enclosure mean = new AllocatedProfile(1001, Enclosure.exact(1)).epsilon(1e-6);
    Enclosure fewer = allocated(1000, Enclosure.exact(1)).epsilon(1e-6);
    assertTrue(mean.upper() < fewer.upper() && mean.lower() > 0.999 * fewer.lower());
  }

  /** The value is about 4e-409: no double is near, and the lower end is 0. */
  @Test
  void whatUnderflowsIsNotNothing() {
    Enclosure tiny = new AllocatedMean(1_000_000_000, 0.5).added(Enclosure.exact(0.01));
    assertEquals(0, tiny.lower());
    assertTrue(tiny.upper() > 0 && tiny.upper() < 1e-300, tiny::toString);
  }

  /** One Gaussian costs more, for any width of the inversion. */
  @Tag("slow")
  @Test
  void epsilonsAreAtMostThatOfOneGaussian() {
    Enclosure found = new AllocatedProfile(100_000_000, Enclosure.exact(0.3)).epsilon(1e-6);
    double single = GaussianMechanism.epsilon(1 / 0.3, 1e-6).upper();
    assertTrue(found.upper() <= single * (1 + 1e-9), found::toString);
  }
}
