package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectivePerturbationPairTest {
  private static PrivacyLossDistribution losses(double mu, double curvature, boolean fixedSign) {
    return DominatingPairs.objectivePerturbation(
        Enclosure.exact(mu), Enclosure.exact(curvature), fixedSign);
  }

  /** {@code E(1 - γ e^(-c-X))₊} of the proof, by the trapezoid rule. */
  private static double bound(double mu, double curvature, boolean fixedSign, double epsilon) {
    double sum = 0;
    double h = 4e-3;
    for (double z = -10; z <= 10 + mu; z += h) {
      double x = mu * (fixedSign ? z : Math.abs(z)) + mu * mu / 2;
      double loss = curvature + (fixedSign ? Math.max(0, x) : x);
      double excess = Math.max(0, -Math.expm1(epsilon - loss));
      sum += h * excess * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    }
    return sum;
  }

  /**
   * The largest convex function below the bound and its mirror image 1 - γ + γ bound(1/γ), at a
   * factor of at least 1: the least chord from a point of one to a point of the other.
   */
  private static double envelope(double mu, double curvature, boolean fixedSign, double epsilon) {
    double factor = Math.exp(epsilon);
    double least = bound(mu, curvature, fixedSign, epsilon);
    for (int k = (int) Math.ceil(epsilon / 0.005); k <= 1200; k++) {
      double end = k * 0.005;
      double high = Math.exp(end);
      double level = (bound(mu, curvature, fixedSign, end) + high) / (1 + high);
      least = Math.min(least, level - (1 - level) * factor);
    }
    return least;
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "0.2, 0, true", "0.2, 0.3, true", "1, 0.05, true", "2, 1, true",
    "0.2, 0, false", "0.2, 0.3, false", "1, 0.05, false", "2, 1, false"
  })
  void theProfileIsTheEnvelopeOfTheProof(double mu, double curvature, boolean fixedSign) {
    PrivacyLossDistribution losses = losses(mu, curvature, fixedSign);
    for (double epsilon : new double[] {0, 0.02, 0.1, 0.29, 0.31, 0.7, 1.2, 2.5}) {
      double expected = envelope(mu, curvature, fixedSign, epsilon);
      Enclosure delta = losses.delta(epsilon);
      assertEquals(expected, delta.midpoint(), 2e-4 * expected + 1e-9, "at " + epsilon);
      assertTrue(delta.upper() - delta.lower() <= 1e-9, "width of " + delta);
    }
  }

  @Test
  void beyondTheCurvatureItIsAGaussianOnceOrTwice() {
    double gaussian = GaussianMechanism.delta(0.5, 1.5).midpoint();
    assertEquals(gaussian, losses(0.5, 0.25, true).delta(1.75).midpoint(), 1e-9 * gaussian);
    assertEquals(2 * gaussian, losses(0.5, 0.25, false).delta(1.75).midpoint(), 2e-9 * gaussian);
  }

  /** Losses of Gaussian noises add up to those of one Gaussian: 0.3² + 0.4² = 0.5². */
  @Test
  void withoutCurvatureItIsComposedLikeAGaussian() {
    PrivacyLossDistribution noise =
        PrivacyLossDistribution.gaussian(Enclosure.exact(0.4), REPLACE_ONE);
    double composed = losses(0.3, 1e-9, true).plus(noise).epsilon(1e-5, Accuracy.of(1e-3)).upper();
    double expected = GaussianMechanism.epsilon(0.5, 1e-5).midpoint();
    assertTrue(composed >= expected && composed <= 1.001 * expected, composed + ", " + expected);
  }

  @Tag("slow")
  @Test
  void whatRoundsToNoCurvatureStillCounts() {
    Enclosure least = Enclosure.of(0, Double.MIN_NORMAL);
    PrivacyLossDistribution losses =
        DominatingPairs.objectivePerturbation(Enclosure.exact(0.5), least, true);
    assertTrue(losses.epsilon(1e-5).upper() >= GaussianMechanism.epsilon(0.5, 1e-5).lower());
  }

  @Test
  void outOfReachItRevealsEverything() {
    assertEquals(1, losses(40, 1, false).delta(3).upper());
    assertEquals(1, losses(1, 601, true).delta(3).upper());
    assertThrows(IllegalArgumentException.class, () -> losses(0, 1, true));
    assertThrows(IllegalArgumentException.class, () -> losses(Double.NaN, 1, true));
    assertThrows(IllegalArgumentException.class, () -> losses(1, -1, true));
  }
}
