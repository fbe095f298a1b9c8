package org.assay.accountant.internal.contour.rare;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.factor.MixtureFactor;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RareSamplingTest {
  /** Independent sums over other nodes, good to a few 1e-10 of delta. */
  @ParameterizedTest
  @CsvSource({
    "1e-6, 1, 1000000, 0.005902906845695, 9.999999996856942e-10",
    "1e-7, 0.5, 100000, 3.539174588e-4, 1.0000000000288876e-05",
    "1e-5, 1, 100, 8.604321778e-4, 1.0000000002781934e-08",
    "1e-8, 3, 10000000, 5.31054864449e-5, 1.0000000006101887e-12",
    "1e-7, 0.5, 100000, 3e-4, 1.4162888418576478e-05",
    "1e-7, 0.5, 100000, 0.01474048856415, 1.0000000000e-09"
  })
  void deltaOfRemovingAgreesWithIndependentSums(
      double q, double sigma, long count, double epsilon, double delta) {
    Enclosure enclosure = new RareSampling(q, sigma, count).delta(epsilon);

    assertTrue(enclosure.relativeWidth() < 1e-8);
    assertTrue(enclosure.lower() < delta * (1 + 2e-9));
    assertTrue(enclosure.upper() > delta * (1 - 2e-9));
  }

  /**
   * Where the contour of all losses is affordable both enclosures are proved, so they must overlap.
   */
  @ParameterizedTest
  @CsvSource({"1e-4, 1, 10000, 1e-6", "1e-4, 1, 10000, 1e-3", "1e-4, 1, 10000, 1e-5"})
  void removingAgreesWithTheContourOfAllLosses(double q, double sigma, long count, double delta) {
    Enclosure split = new RareSampling(q, sigma, count).epsilon(delta);
    LossComposition whole = new LossComposition(List.of(MixtureFactor.removing(q, sigma, count)));
    Enclosure contour = whole.epsilon(delta);

    assertTrue(split.relativeWidth() < 1e-9);
    assertTrue(contour.relativeWidth() < 1e-7);
    assertTrue(split.lower() <= contour.upper());
    assertTrue(split.upper() >= contour.lower());
  }

  @Test
  void tinySamplingProbabilitiesHaveNineDigits() {
    Enclosure epsilon =
        GaussianComposition.under(AdjacencyRelation.ADD_OR_REMOVE)
            .withPoissonSampled(1e-7, 0.5, 100_000)
            .epsilon(1e-5);

    assertTrue(epsilon.relativeWidth() < 1e-9);
    assertTrue(epsilon.lower() < 3.539174589e-4);
    assertTrue(epsilon.upper() > 3.539174587e-4);
  }

  /** Between independent sums of delta on both sides of 1e-9. */
  @Test
  void smallDeltasOfTinySamplingProbabilitiesHaveNineDigits() {
    Enclosure epsilon =
        GaussianComposition.under(AdjacencyRelation.ADD_OR_REMOVE)
            .withPoissonSampled(1e-7, 0.5, 100_000)
            .epsilon(1e-9);

    assertTrue(epsilon.relativeWidth() < 1e-9);
    assertTrue(epsilon.lower() < 0.01474048858);
    assertTrue(epsilon.upper() > 0.01474048855);
  }
}
