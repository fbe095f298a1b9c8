package org.assay.accountant.divergence;

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

  /** Where the atom at 0 keeps its weight the contour cannot decide, and says so by its width. */
  @Test
  void anAtomThatStaysGivesAWideAnswer() {
    GaussianComposition few = EMPTY.withFixedSizeSampled(Enclosure.exact(0.1), 1, 10);
    Enclosure epsilon = few.epsilon(1e-5);
    assertEquals(0, epsilon.lower());
    double more = EMPTY.withFixedSizeSampled(Enclosure.exact(0.1), 1, 1).epsilon(1e-5).lower();
    assertTrue(epsilon.upper() > more && epsilon.upper() < 10, epsilon::toString);
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
}
