package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/** What each currency limits, what charges amount to there and how journals name it. */
class FilterBudgetTest {
  private static final FilterBudget CONCENTRATED =
      new ZeroConcentratedBudget(new Guarantee.ZeroConcentrated(0.5, ADD_OR_REMOVE));
  private static final FilterBudget GAUSSIAN =
      new GaussianBudget(new Guarantee.Gaussian(3, ADD_OR_REMOVE));
  private static final FilterBudget RENYI =
      RenyiBudget.of(new Guarantee.Renyi(new TreeMap<>(Map.of(8.0, 2.0, 1.5, 0.25)), REPLACE_ONE));
  private static final FilterBudget APPROXIMATE =
      new ApproximateBudget(new Guarantee.Approximate(1, 0x1p-20, ADD_OR_REMOVE), 0x1p-21);

  @Test
  void headersHoldEveryNumberWithoutLoss() {
    assertEquals("zcdp add-remove 0x1.0p-1", CONCENTRATED.header());
    assertEquals("gdp add-remove 0x1.8p1", GAUSSIAN.header());
    assertEquals("renyi replace-one 0x1.8p0:0x1.0p-2,0x1.0p3:0x1.0p1", RENYI.header());
    assertEquals("approximate add-remove 0x1.0p0,0x1.0p-20,0x1.0p-21", APPROXIMATE.header());
  }

  @Test
  void limitsStartUntouched() {
    assertEquals(List.of(balance("rho", "0.5")), CONCENTRATED.balances());
    assertEquals(List.of(balance("sum of mu²", "9")), GAUSSIAN.balances());
    assertEquals(
        List.of(balance("epsilon at order 1.5", "0.25"), balance("epsilon at order 8.0", "2")),
        RENYI.balances());
    Balance deltas = APPROXIMATE.balances().get(1);
    assertEquals(new Balance("sum of delta", exact(0x1p-21), BigDecimal.ZERO), deltas);
  }

  /** The limit S solves sqrt(2 log(1/delta') S) + S/2 = epsilon, here with log(1/delta') 14.55. */
  @Test
  void squaresOfEpsilonsAreLimitedByTheTheorem() {
    Balance squares = APPROXIMATE.balances().get(0);
    assertEquals("sum of epsilon²", squares.name());
    double limit = squares.limit().doubleValue();
    double composed = Math.sqrt(2 * 21 * Math.log(2) * limit) + limit / 2;
    assertEquals(1, composed, 1e-14);
  }

  @Test
  void costsAreExactFunctionsOfAmounts() {
    BigDecimal tenth = exact(0.1);
    assertEquals(List.of(tenth), CONCENTRATED.cost(List.of(0.1)));
    assertEquals(List.of(tenth.pow(2)), GAUSSIAN.cost(List.of(0.1)));
    assertEquals(List.of(tenth, BigDecimal.ONE), RENYI.cost(List.of(0.1, 1.0)));
    assertEquals(List.of(tenth.pow(2), tenth), APPROXIMATE.cost(List.of(0.1, 0.1)));
  }

  @Test
  void guaranteesAmountToTheirNumbers() {
    Guarantee approximate = new Guarantee.Approximate(0.1, 1e-7, ADD_OR_REMOVE);
    assertEquals(List.of(0.1, 1e-7), APPROXIMATE.amounts(approximate));
    assertEquals(List.of(0.1, 0.0), APPROXIMATE.amounts(new Guarantee.Pure(0.1, ADD_OR_REMOVE)));
    assertEquals(List.of(0.1), GAUSSIAN.amounts(new Guarantee.Gaussian(0.1, ADD_OR_REMOVE)));
    // 0.1²/2 rounded up is above the exact half of the double's square, by less than two ulps.
    double half = CONCENTRATED.amounts(new Guarantee.Pure(0.1, ADD_OR_REMOVE)).get(0);
    BigDecimal exact = exact(0.1).pow(2).divide(BigDecimal.valueOf(2));
    assertTrue(new BigDecimal(half).compareTo(exact) >= 0);
    assertTrue(new BigDecimal(half - 2 * Math.ulp(half)).compareTo(exact) < 0);
  }

  @Test
  void eventsAmountToTheirMu() {
    DpEvent event = DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE)).times(4);
    assertEquals(List.of(0.125), CONCENTRATED.amounts(event));
    assertEquals(List.of(0.5), GAUSSIAN.amounts(event));
  }

  @Test
  void otherRelationsAreRefused() {
    Guarantee replaced = new Guarantee.Pure(0.1, REPLACE_ONE);
    for (FilterBudget budget : List.of(CONCENTRATED, APPROXIMATE)) {
      assertThrows(IllegalArgumentException.class, () -> budget.amounts(replaced));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> GAUSSIAN.amounts(new Guarantee.Gaussian(1, REPLACE_ONE)));
    assertThrows(
        IllegalArgumentException.class,
        () -> RENYI.amounts(new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE)));
  }

  @Test
  void slackIsPartOfDelta() {
    Guarantee.Approximate whole = new Guarantee.Approximate(1, 0x1p-20, ADD_OR_REMOVE);
    assertEquals(BigDecimal.ZERO, new ApproximateBudget(whole, 0x1p-20).balances().get(1).limit());
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> new ApproximateBudget(whole, Math.nextUp(0x1p-20)));
    assertTrue(String.valueOf(thrown.getMessage()).startsWith("slack was 9.53"), thrown::toString);
    var endless = new Guarantee.Approximate(Double.POSITIVE_INFINITY, 0.1, ADD_OR_REMOVE);
    assertThrows(IllegalArgumentException.class, () -> new ApproximateBudget(endless, 0.1));
    assertThrows(IllegalArgumentException.class, () -> APPROXIMATE.amounts(endless));
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }

  private static Balance balance(String name, String limit) {
    return new Balance(name, new BigDecimal(limit), BigDecimal.ZERO);
  }
}
