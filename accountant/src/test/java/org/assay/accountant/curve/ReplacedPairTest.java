package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    double delta = DominatingPairs.replacing(sampledLaplace()).delta(0).upper();
    assertEquals(0.1 * (1 - Math.exp(-1)), delta, 1e-9);
  }

  /** Expected: integrals by another library at c = r e^ε, r the least ratio. */
  @ParameterizedTest
  @CsvSource({"0.05, 0.0441405055", "0.2, 0.0052189579"})
  void findsTheBestSplit(double epsilon, double expected) {
    double delta = DominatingPairs.replacing(sampledLaplace()).delta(epsilon).upper();
    assertEquals(expected, delta, 1e-6);
  }

  @Test
  void refusesLossesOfAnotherRelation() {
    PrivacyLossDistribution replaced =
        PrivacyLossDistribution.laplace(1, AdjacencyRelation.REPLACE_ONE);
    assertThrows(RuntimeException.class, () -> DominatingPairs.replacing(replaced));
  }
}
