package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ErrorBudgetTest {
  @Test
  void equalSharesCanAllBeSpent() {
    for (int claims : new int[] {1, 3, 7, 49, 1000}) {
      ErrorBudget budget = ErrorBudget.of(1e-3);
      double share = budget.share(claims);
      for (int i = 0; i < claims; i++) {
        budget = budget.spend(share);
      }
      assertTrue(budget.remaining() >= 0);
      assertEquals(1e-3 / claims, share, 1e-14);
    }
  }

  @Test
  void overspendingThrows() {
    ErrorBudget budget = ErrorBudget.of(1e-3).spend(9e-4);
    assertThrows(IllegalStateException.class, () -> budget.spend(2e-4));
    assertEquals(1e-4, budget.remaining(), 1e-18);
  }

  @Test
  void theWholeCanBeSpentAtOnce() {
    ErrorBudget spent = ErrorBudget.of(1e-3).spend(1e-3);
    assertEquals(0, spent.remaining());
    var nothing = assertThrows(IllegalStateException.class, () -> spent.share(1));
    assertEquals("nothing is left of the error budget 0.001", nothing.getMessage());
    assertThrows(IllegalStateException.class, () -> spent.spend(Double.MIN_VALUE));
    assertThrows(IllegalStateException.class, () -> ErrorBudget.of(1e-3).spend(Math.nextUp(1e-3)));
  }

  @Test
  void guardsArePositive() {
    assertThrows(IllegalArgumentException.class, () -> ErrorBudget.of(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> ErrorBudget.of(0));
    assertThrows(IllegalArgumentException.class, () -> ErrorBudget.of(0.1).spend(0));
    assertThrows(IllegalArgumentException.class, () -> ErrorBudget.of(0.1).share(0));
  }
}
