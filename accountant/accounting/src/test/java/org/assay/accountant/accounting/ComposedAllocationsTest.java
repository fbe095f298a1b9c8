package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several random allocations, and allocations among other steps. */
class ComposedAllocationsTest {
  private static final Sensitivity UNIT = Sensitivity.unit(ADD_OR_REMOVE);

  private static DpEvent allocated(long steps, long selected, double noise) {
    return new RandomAllocationEvent(steps, selected, DpEvent.gaussian(noise, UNIT));
  }

  private static TightestBound.Bound bound(DpEvent event, double delta) {
    return assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> TightestBound.of(event, ADD_OR_REMOVE).epsilon(delta));
  }

  private static Enclosure epsilon(DpEvent event, double delta) {
    return bound(event, delta).value();
  }

  /**
   * The loss of many steps is nearly normal: that of one Gaussian of {@code mu² = k (e^(1/σ²) -
   * 1)/t}. The skewness of the mean, at most 2e-3 here, changes epsilon by less than that share.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "1000000000000, 1, 2, 1e-7",
    "1000000000000, 1, 1000, 1e-5",
    "1000000000, 1, 2, 1e-5",
    "10000000, 3, 10, 1e-6"
  })
  void manyStepsAreNearlyOneGaussian(long steps, double noise, long times, double delta) {
    double mu = Math.sqrt(times * Math.expm1(1 / (noise * noise)) / steps);
    double expected = GaussianMechanism.epsilon(mu, delta).midpoint();
    Enclosure found = epsilon(allocated(steps, 1, noise).times(times), delta);

    assertTrue(found.lower() <= expected * 1.003 && found.upper() >= expected * 0.997);
    assertEquals(expected, found.upper(), 0.01 * expected);
  }

  /** Noise this small makes single ratios large, and the lines of integration are long. */
  @Tag("slow")
  @Test
  void manyStepsOfLittleNoise() {
    manyStepsAreNearlyOneGaussian(100_000_000_000L, 0.5, 1000, 1e-7);
  }

  /** Two steps of a number of steps are one step of each half; more blocks are more Gaussians. */
  @Tag("slow")
  @Test
  void severalSelectedSteps() {
    Enclosure two = epsilon(allocated(2_000_000_000L, 2, 1), 1e-5);
    Enclosure apart = epsilon(allocated(1_000_000_000L, 1, 1).times(2), 1e-5);
    assertEquals(apart, two);
    // The blocks have 999,999,999 or 10^9 steps.
    Enclosure many = epsilon(allocated(7_000_000_000L - 3, 7, 1), 1e-5);
    Enclosure seven = epsilon(allocated(1_000_000_000L, 1, 1).times(7), 1e-5);
    assertEquals(seven.upper(), many.upper(), 0.01 * seven.upper());
  }

  /** An allocation adds to other steps, by no more than its Gaussian would. */
  @Tag("slow")
  @Test
  void amongOtherSteps() {
    DpEvent laplace = DpEvent.laplace(3, UNIT);
    Enclosure beside = epsilon(DpEvent.sequence(allocated(1 << 21, 1, 1), laplace), 1e-5);
    assertTrue(beside.upper() >= epsilon(laplace, 1e-5).lower(), beside::toString);
    assertTrue(beside.upper() < 0.34, beside::toString);
    DpEvent quiet = DpEvent.gaussian(200, UNIT);
    Enclosure gaussian = epsilon(DpEvent.sequence(allocated(1_000_000_000, 1, 0.5), quiet), 1e-5);
    assertEquals(epsilon(quiet, 1e-5).upper(), gaussian.upper(), 0.01 * gaussian.upper());
    assertTrue(gaussian.upper() >= epsilon(quiet, 1e-5).lower(), gaussian::toString);
  }

  /** More steps never cost more, also where their outcomes are too many to list. */
  @Tag("slow")
  @Test
  void manyPurelyPrivateSteps() {
    DpEvent pure = DpEvent.pure(1, ADD_OR_REMOVE);
    Enclosure million = epsilon(new RandomAllocationEvent(1_000_000, 1, pure).times(2), 1e-5);
    Enclosure billion = epsilon(new RandomAllocationEvent(1_000_000_000, 1, pure).times(2), 1e-5);
    assertEquals(million, billion);
    assertTrue(billion.upper() < 0.01, billion::toString);
  }

  /**
   * With little noise a few ratios decide; the direction with the smaller loss has a cheap bound.
   */
  @Tag("slow")
  @Test
  void littleNoise() {
    Enclosure found = epsilon(allocated(4096, 1, 0.3).times(2), 1e-5);
    assertTrue(found.contains(13.91870412118), found::toString);
    assertEquals(0, found.relativeWidth(), 1e-9);
  }
}
