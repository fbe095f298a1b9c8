package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several steps of one epsilon against the trade-off of one step, applied as often. */
class PureStepsTest {
  /** The largest probability of a set that has probability p one step before. */
  private static double step(double epsilon, double p) {
    return Math.min(Math.exp(epsilon) * p, 1 - Math.exp(-epsilon) * (1 - p));
  }

  /** The supremum over p is at a place where the slope of the composed trade-off changes. */
  private static double profile(double epsilon, int steps, double at) {
    double bend = 1 / (1 + Math.exp(epsilon));
    double largest = 0;
    for (int l = 0; l < steps; l++) {
      double p = bend * Math.exp(-l * epsilon);
      double image = p;
      for (int i = 0; i < steps; i++) {
        image = step(epsilon, image);
      }
      largest = Math.max(largest, image - Math.exp(at) * p);
    }
    return largest;
  }

  @ParameterizedTest
  @CsvSource({"1,2", "0.3,3", "0.7,4", "2.5,5", "0.01,30", "3,150"})
  void theTradeOffComposedWithItself(double epsilon, int steps) {
    PrivacyLossDistribution loss = DominatingPairs.pureSteps(epsilon, steps, ADD_OR_REMOVE);
    for (double share : new double[] {0, 0.1, 0.35, 0.5, 0.77, 0.99}) {
      double at = share * epsilon * steps;
      Enclosure delta = loss.delta(at);
      assertEquals(profile(epsilon, steps, at), delta.midpoint(), 1e-12);
      assertTrue(delta.width() < 1e-11, delta::toString);
    }
    assertEquals(0, loss.delta(epsilon * steps * (1 + 1e-12)).upper(), 1e-13);
  }

  @Test
  void oneStepAndVeryManyAreRandomizedResponse() {
    for (double at : new double[] {0, 0.5, 1.5}) {
      assertEquals(
          DominatingPairs.approximate(2, 0, ADD_OR_REMOVE).delta(at),
          DominatingPairs.pureSteps(2, 1, ADD_OR_REMOVE).delta(at));
      assertEquals(
          DominatingPairs.approximate(0.001 * 2000, 0, ADD_OR_REMOVE).delta(at).midpoint(),
          DominatingPairs.pureSteps(0.001, 2000, ADD_OR_REMOVE).delta(at).midpoint(),
          1e-12);
    }
    assertEquals(Enclosure.ZERO, DominatingPairs.pureSteps(0, 5, ADD_OR_REMOVE).delta(0));
  }
}
