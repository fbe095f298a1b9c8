package org.assay.algorithms.internal.optimize;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

class PaperBudgetTest {
  private static final Guarantee.Approximate PAIR = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);

  private static String refusal(Runnable question) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, question::run).getMessage());
  }

  /** The textbook's conversion leads back to epsilon. */
  @Test
  void rhoOfEachKindOfTarget() {
    double rho = PaperBudget.rho(PAIR);
    assertEquals(1, rho + 2 * Math.sqrt(rho * Math.log(1e5)), 1e-12);
    assertEquals(0.25, PaperBudget.rho(new Guarantee.ZeroConcentrated(0.25, REPLACE_ONE)));
    assertEquals(4.5, PaperBudget.rho(new Guarantee.Gaussian(3, REPLACE_ONE)));
  }

  @Test
  void targetsWithoutRhoAreRefused() {
    String pure = refusal(() -> PaperBudget.rho(new Guarantee.Pure(1, REPLACE_ONE)));
    assertTrue(pure.endsWith("it must be approximate, zero-concentrated or Gaussian"), pure);
    String added = refusal(() -> PaperBudget.rho(new Guarantee.Gaussian(1, ADD_OR_REMOVE)));
    assertTrue(added.endsWith("it must hold when one record is replaced"), added);
    String nothing = refusal(() -> PaperBudget.rho(new Guarantee.Gaussian(0, REPLACE_ONE)));
    assertTrue(nothing.startsWith("rho of the target was 0.0"), nothing);
  }

  @Test
  void schedulesOfPapersNeedAnEpsilonAndADelta() {
    assertSame(PAIR, PaperBudget.approximate(PAIR));
    String message = refusal(() -> PaperBudget.approximate(new Guarantee.Gaussian(1, REPLACE_ONE)));
    assertTrue(message.contains("the paper's schedule needs an epsilon and a delta"), message);
  }
}
