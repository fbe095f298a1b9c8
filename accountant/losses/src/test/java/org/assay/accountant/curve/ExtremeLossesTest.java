package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters without a useful bound, or with hardly any, are still answered. */
class ExtremeLossesTest {
  /**
   * Time limit of a row, ample for a busy machine: the slowest row takes about a second of
   * processor time.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static PrivacyLossDistribution sampled(double q, double sigma, long count) {
    Enclosure mu = Enclosure.ONE.dividedBy(sigma);
    return PrivacyLossDistribution.poissonSampledGaussian(q, mu).times(count);
  }

  /** Noise that hides everything: the total variation of all steps is below delta. */
  @ParameterizedTest
  @CsvSource({"1e200, 0.01, 10000", "1e300, 1, 1000000000", "1e50, 1e-100, 1000000000"})
  void enoughNoiseCostsNothing(double sigma, double q, long count) {
    assertTimeoutPreemptively(
        PATIENCE, () -> assertEquals(Enclosure.ZERO, sampled(q, sigma, count).epsilon(1e-5)));
  }

  @ParameterizedTest
  @CsvSource({
    "1e-3, 0.3, 2",
    "1e-3, 1, 1000",
    "0.02, 1e-4, 1000",
    "1e50, 1, 100",
    "1e10, 1e-100, 10"
  })
  void finiteLossesHaveFiniteEpsilon(double sigma, double q, long count) {
    PrivacyLossDistribution loss = sampled(q, sigma, count);
    double[] deltas = {0.3, 1e-5, 1e-40};
    double before = 0;
    for (double delta : deltas) {
      Enclosure epsilon = assertTimeoutPreemptively(PATIENCE, () -> loss.epsilon(delta));
      assertTrue(epsilon.upper() < Double.POSITIVE_INFINITY, () -> delta + ": " + epsilon);
      assertTrue(epsilon.upper() >= before, () -> delta + ": " + epsilon);
      before = epsilon.lower();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0.05, 0.3, 100000", "0.2, 1e-4, 100000"})
  void finiteLossesOfManyStepsHaveFiniteEpsilon(double sigma, double q, long count) {
    finiteLossesHaveFiniteEpsilon(sigma, q, count);
  }

  /** Composed Gaussians are one Gaussian, also where single losses are beyond any lattice. */
  @ParameterizedTest
  @CsvSource({"1e-100, 3", "0.01, 7", "100, 1000000000000", "1e8, 1000"})
  void gaussiansStayEnclosed(double sigma, long count) {
    PrivacyLossDistribution loss =
        PrivacyLossDistribution.gaussian(Enclosure.ONE.dividedBy(sigma), ADD_OR_REMOVE)
            .times(count);
    double mu = Math.sqrt((double) count) / sigma;
    Enclosure exact = GaussianMechanism.epsilon(mu, 1e-6);
    Enclosure epsilon = assertTimeoutPreemptively(PATIENCE, () -> loss.epsilon(1e-6));
    assertTrue(epsilon.upper() >= exact.lower() * (1 - 1e-12), () -> epsilon + ", " + exact);
    assertTrue(epsilon.lower() <= exact.upper() * (1 + 1e-12), () -> epsilon + ", " + exact);
  }

  /** One step needs no lattice and is exact to the last digits. */
  @Test
  void singleStepsAreExact() {
    Enclosure epsilon = sampled(1e-4, 0.6, 1).epsilon(1e-5);
    Enclosure wanted = sampled(1e-4, 0.6, 1).epsilon(1e-5, Accuracy.of(1e-9));
    assertTrue(wanted.relativeWidth() <= 1e-9, wanted::toString);
    assertTrue(epsilon.contains(wanted.midpoint()), epsilon::toString);
    Enclosure delta = sampled(1e-4, 0.6, 1).delta(wanted.midpoint());
    assertEquals(1, delta.midpoint() / 1e-5, 1e-8);
  }

  /** A ratio of 5e309 is no double: it counts as infinite from above, and as 2^990 from below. */
  @Test
  void ratiosBeyondTheDoublesAreComposed() {
    PrivacyLossDistribution twice =
        PrivacyLossDistribution.ofAtoms(
                "nearly revealing",
                List.of(LossAtom.exact(0.5, 1e-310), LossAtom.exact(0.5, 1)),
                0,
                ADD_OR_REMOVE)
            .times(2);
    for (double epsilon : new double[] {1, 500}) {
      Enclosure delta = assertTimeoutPreemptively(PATIENCE, () -> twice.delta(epsilon));
      assertEquals(0.75, delta.upper(), 1e-3, delta::toString);
      assertTrue(delta.lower() <= 0.75 && delta.upper() >= 0.75, delta::toString);
    }
  }
}
