package org.assay.cli.internal.train;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/** A Gaussian of mu 1 in the currencies of targets: rho is 1/2, epsilon 4.3772 at 1e-5. */
class SpendingTest {
  private static final DpEvent EVENT = DpEvent.gaussian(1, Sensitivity.unit(REPLACE_ONE));

  private static void assertJustMet(Guarantee met, Guarantee missed) {
    assertFalse(Spending.of(EVENT, met).exceeds(met));
    assertTrue(Spending.of(EVENT, missed).exceeds(missed));
  }

  @Test
  void aTargetIsComparedInItsOwnCurrency() {
    assertJustMet(
        new Guarantee.Gaussian(1, REPLACE_ONE), new Guarantee.Gaussian(0.999, REPLACE_ONE));
    assertJustMet(
        new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE),
        new Guarantee.ZeroConcentrated(0.499, REPLACE_ONE));
    assertJustMet(
        new Guarantee.Approximate(4.378, 1e-5, REPLACE_ONE),
        new Guarantee.Approximate(4.377, 1e-5, REPLACE_ONE));
  }

  @Test
  void theTightestBoundIsAtTheTargetsDeltaOrAUsualOne() {
    Guarantee pair = new Guarantee.Approximate(1, 1e-3, REPLACE_ONE);
    Spending spending = Spending.of(EVENT, pair);
    assertEquals(1e-3, spending.tightest().delta());
    assertSame(spending.tightest(), spending.guarantee());
    Spending other = Spending.of(EVENT, new Guarantee.Gaussian(1, REPLACE_ONE));
    assertEquals(Spending.USUAL_DELTA, other.tightest().delta());
    assertEquals(4.3772, other.tightest().epsilon(), 1e-4);
  }

  /** However large the target is: its number bounds another quantity. */
  @Test
  void anotherCurrencyThanTheTargetsMissesIt() {
    Spending spending = Spending.of(EVENT, new Guarantee.Gaussian(1, REPLACE_ONE));
    assertTrue(spending.exceeds(new Guarantee.ZeroConcentrated(100, REPLACE_ONE)));
  }

  /** Each statement is that of the part that is worse in it. */
  @Test
  void disjointRecordsCostTheWorseOfBoth() {
    Guarantee pair = new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);
    Spending gaussian = Spending.of(EVENT, pair);
    Spending laplace = Spending.of(DpEvent.laplace(0.2, Sensitivity.unit(REPLACE_ONE)), pair);
    assertEquals(5, laplace.tightest().epsilon(), 1e-3);
    for (Spending both : new Spending[] {gaussian.beside(laplace), laplace.beside(gaussian)}) {
      assertEquals(laplace.tightest(), both.tightest());
      assertEquals(laplace.guarantee(), both.guarantee());
      assertEquals(laplace.citation(), both.citation());
    }
    Guarantee mu = new Guarantee.Gaussian(1, REPLACE_ONE);
    DpEvent quiet = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE));
    Spending gaussians = Spending.of(EVENT, mu).beside(Spending.of(quiet, mu));
    assertEquals(Spending.of(EVENT, mu).guarantee(), gaussians.guarantee());
    assertFalse(gaussians.exceeds(mu));
  }
}
