package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compositions with a replaced record against plain contour sums, computed once by separate numpy
 * code with quadrature on the real line; those are good to ten digits.
 */
class ReplacedCompositionTest {
  private static final GaussianComposition EMPTY = GaussianComposition.under(REPLACE_ONE);

  @ParameterizedTest
  @CsvSource({"0.1, 1, 20, 0, 1, 0.08914979300", "0.2, 0.8, 5, 0.25, 1, 0.180057353493"})
  void independentSampling(
      double q, double sigma, long count, double muSquared, double epsilon, double expected) {
    Enclosure delta =
        EMPTY
            .withPoissonSampled(q, sigma, count)
            .withGaussian(Enclosure.exact(muSquared))
            .delta(epsilon);
    assertEquals(1, delta.midpoint() / expected, 1e-10);
    assertTrue(delta.relativeWidth() < 1e-10, delta::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "0.3, 1, 4, 0.25, 1, 0.09894923534898",
    "0.1, 2, 2000, 0, 6, 0.12252646505515",
    "0.7, 0.6666666666666666, 3, 0.25, 4, 0.12100024769075"
  })
  void samplesOfFixedSize(
      double q, double sigma, long count, double muSquared, double epsilon, double expected) {
    Enclosure delta =
        EMPTY
            .withFixedSizeSampled(Enclosure.exact(q), sigma, count)
            .withGaussian(Enclosure.exact(muSquared))
            .delta(epsilon);
    assertEquals(1, delta.midpoint() / expected, 1e-10);
    assertTrue(delta.relativeWidth() < 1e-10, delta::toString);
  }

  @Test
  void refusesWhatNoTheoremCovers() {
    GaussianComposition presence = GaussianComposition.under(ADD_OR_REMOVE);
    Enclosure half = Enclosure.exact(0.5);
    assertThrows(IllegalArgumentException.class, () -> presence.withFixedSizeSampled(half, 1, 1));
    for (double bad : new double[] {-0.1, 1.1}) {
      Enclosure share = Enclosure.exact(bad);
      assertThrows(IllegalArgumentException.class, () -> EMPTY.withFixedSizeSampled(share, 1, 1));
    }
    Enclosure infinite = Enclosure.of(0, Double.POSITIVE_INFINITY);
    assertThrows(IllegalArgumentException.class, () -> EMPTY.withGaussian(infinite));
    assertThrows(
        IllegalArgumentException.class, () -> EMPTY.withPoissonSampled(0.5, Double.NaN, 1));
  }

  /** Against the two tails of the best output in sixty digits. */
  @ParameterizedTest
  @CsvSource({
    "0.01, 1, 0.1, 9.3318456827321463274e-5",
    "1e-8, 0.5, 0.5, 1.2796629171795657182e-24",
    "1e-12, 2, 1e-9, 1.1284078354674834061e-55",
    "0.5, 0.1, 30, 0.48530092717342963036",
    "0.999, 1, 3, 0.18235854780864044592",
    "1e-3, 0.02, 100, 1e-3",
    "0.3, 5, 1e-6, 0.047555349442812284804",
    "1e-6, 1, 0, 6.8268949213708586628e-7",
    "1e-6, 1, 5e-324, 6.8268949213708586628e-7",
    "0.1, 3, 2, 5.0614015041463309585e-36"
  })
  void oneIndependentSample(double q, double sigma, double epsilon, double expected) {
    GaussianComposition once = EMPTY.withPoissonSampled(q, sigma, 1);
    Enclosure delta = once.delta(epsilon);
    assertEquals(1, delta.midpoint() / expected, 1e-12);
    assertTrue(delta.relativeWidth() < 1e-11, delta::toString);
    if (epsilon >= 0.1 && epsilon < 100) {
      Enclosure back = once.epsilon(expected);
      assertEquals(1, back.midpoint() / epsilon, 1e-9);
      assertTrue(back.relativeWidth() < 1e-9, back::toString);
    }
  }

  /** Hardly any noise, and hardly any sampling. */
  @Test
  void oneIndependentSampleAtTheEnds() {
    Enclosure bare = EMPTY.withPoissonSampled(0.2, 1e-160, 1).delta(1);
    assertTrue(bare.upper() == 0.2 && bare.lower() <= 0.2, bare::toString);
    Enclosure sharp = EMPTY.withPoissonSampled(0.2, 1e-9, 1).delta(1);
    assertEquals(0.2, sharp.lower(), 1e-12);
    Enclosure rare = EMPTY.withPoissonSampled(1e-30, 1, 1).delta(1e-40);
    assertEquals(1, rare.upper() / 6.826894921370859e-31, 1e-9);
    Enclosure quiet = EMPTY.withPoissonSampled(0.5, 1e6, 1).delta(1e-9);
    double half = 0.5 * 1e-6 * 2 * 0.3989422804014327;
    assertEquals(1, quiet.midpoint() / half, 2e-3);
  }
}
