package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.contour.factor.FixedSizeFactor;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Noise so small that no useful bound exists, down to where reciprocals overflow. */
class ExtremeNoiseTest {
  /**
   * Time limit of a row, ample for a busy machine: a row takes less than a second of processor
   * time.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final double SHARE = 0.1;
  private static final double DELTA = 1e-5;

  /**
   * A tenth of the runs use the record, and half of those lose more than mu²/2 - log 10 in one
   * step, so any smaller epsilon is refuted at this delta.
   */
  private static void assertSound(GaussianComposition composition, double sigma) {
    Enclosure epsilon = assertTimeoutPreemptively(PATIENCE, () -> composition.epsilon(DELTA));
    double needed = 0.5 / sigma / sigma - Math.log(1 / SHARE);
    assertTrue(epsilon.upper() >= needed && epsilon.lower() <= epsilon.upper(), epsilon::toString);
    Enclosure delta = assertTimeoutPreemptively(PATIENCE, () -> composition.delta(1));
    assertTrue(delta.upper() >= SHARE * 0.99 && delta.upper() <= 1, delta::toString);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {3e-308, 1e-200, 1e-100, 1e-17, 1e-10, 1e-3})
  void fixedSize(double sigma) {
    GaussianComposition empty = GaussianComposition.under(REPLACE_ONE);
    assertSound(empty.withFixedSizeSampled(Enclosure.exact(SHARE), sigma, 5), sigma);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {3e-308, 1e-200, 1e-100, 1e-17, 1e-10, 1e-3})
  void poisson(double sigma) {
    assertSound(
        GaussianComposition.under(ADD_OR_REMOVE).withPoissonSampled(SHARE, sigma, 5), sigma);
    assertSound(GaussianComposition.under(REPLACE_ONE).withPoissonSampled(SHARE, sigma, 5), sigma);
  }

  /** The search for the tail of the line's integrand takes a bounded number of steps. */
  @ParameterizedTest
  @ValueSource(doubles = {3e-308, 1e-200, 1e-20, 1e-3})
  void aLineThatCannotBeAffordedSaysSo(double sigma) {
    FixedSizeFactor factor = new FixedSizeFactor(Enclosure.exact(SHARE), sigma, 5);
    LossTransform line = assertTimeoutPreemptively(PATIENCE, () -> factor.along(0.5, 1e-3));
    assertEquals(Double.POSITIVE_INFINITY, line.cost());
  }

  @Test
  void momentsBeyondTheDoublesAreUnknown() {
    Enclosure logMoment =
        assertTimeoutPreemptively(
            PATIENCE, () -> SampledGaussianMoment.logMoment(SHARE, 3e-308, 64, true));
    assertEquals(Enclosure.of(0, Double.POSITIVE_INFINITY), logMoment);
  }
}
