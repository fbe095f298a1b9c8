package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplacedPairTest {
  private static PrivacyLossDistribution sampledLaplace() {
    return PrivacyLossDistribution.laplace(1, AdjacencyRelation.ADD_OR_REMOVE).poissonSampled(0.1);
  }

  /** At 1 the best c is the least ratio r = 0.9 + 0.1/e, where the sum is 1 - r. */
  @Test
  void splitsTheFactorBelowOneToo() {
    double delta =
        DominatingPairs.replacing(sampledLaplace(), Double.POSITIVE_INFINITY).delta(0).upper();
    assertEquals(0.1 * (1 - Math.exp(-1)), delta, 1e-9);
  }

  /** Expected: integrals by another library at c = r e^ε, r the least ratio. */
  @ParameterizedTest
  @CsvSource({"0.05, 0.0441405055", "0.2, 0.0052189579"})
  void findsTheBestSplit(double epsilon, double expected) {
    double delta =
        DominatingPairs.replacing(sampledLaplace(), Double.POSITIVE_INFINITY)
            .delta(epsilon)
            .upper();
    assertTrue(delta >= expected * (1 - 1e-8), () -> "delta " + delta);
    assertTrue(delta <= expected + 1e-6, () -> "delta " + delta);
  }

  @Test
  void refusesLossesOfAnotherRelation() {
    PrivacyLossDistribution replaced =
        PrivacyLossDistribution.laplace(1, AdjacencyRelation.REPLACE_ONE);
    assertThrows(RuntimeException.class, () -> DominatingPairs.replacing(replaced, 1));
  }

  /** Randomized response with a known epsilon for replacing is not exceeded anywhere. */
  @Test
  void anEpsilonOfTheReplacedRecordCountsToo() {
    PrivacyLossDistribution presence =
        DominatingPairs.approximate(1, 0, AdjacencyRelation.ADD_OR_REMOVE).poissonSampled(0.1);
    double largest = 0.2;
    PrivacyLossDistribution replaced = DominatingPairs.replacing(presence, largest);
    for (double epsilon : new double[] {0, 0.05, 0.1, 0.19}) {
      double response = (Math.exp(largest) - Math.exp(epsilon)) / (1 + Math.exp(largest));
      assertTrue(replaced.delta(epsilon).upper() <= response + 1e-4 * (1 - epsilon));
    }
    assertTrue(replaced.delta(0.21).upper() <= 1e-4);
  }
}
