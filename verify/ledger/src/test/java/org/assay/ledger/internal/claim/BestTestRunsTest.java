package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BestTestRunsTest {
  @Test
  void eventsThatObeyAClaimNeverRefuteIt() {
    assertEquals(Double.POSITIVE_INFINITY, BestTestRuns.approximate(0.3, 0.2, 0.5, 0.01));
    assertEquals(Double.POSITIVE_INFINITY, BestTestRuns.concentrated(1e-3, 1e-4, 1));
  }

  /** ε = δ = 0: coins of 3/4 and 1/4 against equal coins; by symmetry the nearest have 1/2. */
  @Test
  void equalCoinsAreTheNearestToOpposedOnes() {
    double divergence = 0.75 * Math.log(1.5) + 0.25 * Math.log(0.5);
    double expected = Math.log(1e4) / divergence;
    assertEquals(expected, BestTestRuns.approximate(0.75, 0.25, 0, 0), 1e-9 * expected);
  }

  /** {@code 2 e^ε ln(1e4)} for large ε, and an event of a millionth costs hardly more. */
  @Test
  void certainAgainstImpossibleTakesExponentiallyManyRuns() {
    assertEquals(2 * Math.log(1e4) * Math.exp(20), BestTestRuns.impossible(20), 1e3);
    double nearly = BestTestRuns.approximate(1 - 1e-12, 1e-18, 20, 0);
    assertEquals(1, nearly / BestTestRuns.impossible(20), 1e-3);
  }

  @Test
  void smallerViolationsTakeMoreRuns() {
    double far = BestTestRuns.concentrated(1e-2, 1e-6, 1);
    double near = BestTestRuns.concentrated(4e-3, 1e-6, 1);
    assertTrue(far < near && near < Double.POSITIVE_INFINITY, far + " " + near);
  }
}
