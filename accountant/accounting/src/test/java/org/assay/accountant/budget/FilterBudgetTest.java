package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.budget.FilterBudget.ApproximateBudget;
import org.assay.accountant.budget.FilterBudget.GaussianBudget;
import org.assay.accountant.budget.FilterBudget.PureBudget;
import org.assay.accountant.budget.FilterBudget.RenyiBudget;
import org.assay.accountant.budget.FilterBudget.ZeroConcentratedBudget;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/** The limits of each currency, the costs of charges in it, and its name in journals. */
class FilterBudgetTest {
  private static final FilterBudget PURE = new PureBudget(new Guarantee.Pure(0.5, ADD_OR_REMOVE));
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
    assertEquals("pure add-remove 0x1.0p-1", PURE.header());
    assertEquals("zcdp add-remove 0x1.0p-1", CONCENTRATED.header());
    assertEquals("gdp add-remove 0x1.8p1", GAUSSIAN.header());
    assertEquals("renyi replace-one 0x1.8p0:0x1.0p-2,0x1.0p3:0x1.0p1", RENYI.header());
    assertEquals("approximate add-remove 0x1.0p0,0x1.0p-20,0x1.0p-21", APPROXIMATE.header());
  }

  @Test
  void limitsStartUntouched() {
    assertEquals(List.of(balance("epsilon", "1/2")), PURE.balances());
    assertEquals(List.of(balance("rho", "1/2")), CONCENTRATED.balances());
    assertEquals(List.of(balance("sum of mu²", "9")), GAUSSIAN.balances());
    assertEquals(
        List.of(balance("epsilon at order 1.5", "1/4"), balance("epsilon at order 8.0", "2")),
        RENYI.balances());
    Balance deltas = APPROXIMATE.balances().get(1);
    assertEquals(Balance.untouched("sum of delta", exact(0x1p-21)), deltas);
  }

  /** The limit S solves sqrt(2 log(1/delta') S) + S/2 = epsilon, here with log(1/delta') 14.55. */
  @Test
  void squaresOfEpsilonsAreLimitedByTheTheorem() {
    Balance squares = APPROXIMATE.balances().get(0);
    assertEquals("twice the sum of rho", squares.name());
    double limit = squares.limit().down();
    double composed = Math.sqrt(2 * 21 * Math.log(2) * limit) + limit / 2;
    assertEquals(1, composed, 1e-14);
  }

  /** Journals of format 2 hold mu, and epsilon with delta. */
  @Test
  void doublesOfOlderJournalsCostWhatTheyDid() {
    Rational tenth = exact(0.1);
    assertEquals(List.of(tenth), CONCENTRATED.costOfDoubles(List.of(0.1)));
    assertEquals(List.of(tenth.square()), GAUSSIAN.costOfDoubles(List.of(0.1)));
    assertEquals(List.of(tenth, Rational.ONE), RENYI.costOfDoubles(List.of(0.1, 1.0)));
    assertEquals(List.of(tenth.square(), tenth), APPROXIMATE.costOfDoubles(List.of(0.1, 0.1)));
  }

  @Test
  void guaranteesCostTheirNumbers() {
    assertEquals(
        List.of(exact(0.1).square()), GAUSSIAN.cost(new Guarantee.Gaussian(0.1, ADD_OR_REMOVE)));
    Guarantee pure = new Guarantee.Pure(0.1, ADD_OR_REMOVE);
    assertEquals(List.of(exact(0.1)), PURE.cost(pure));
    // 0.1 tanh(0.05) in 20 digits.
    double rho = CONCENTRATED.cost(pure).get(0).up();
    assertEquals(0.004995837495788003, rho, 1e-17);
    assertEquals(List.of(exact(2 * rho), exact(1e-7)), APPROXIMATE.cost(pair(0.1, 1e-7)));
    assertEquals(List.of(exact(2 * rho), Rational.ZERO), APPROXIMATE.cost(pure));
    // Where tanh equals the line in doubles, the exact square is smaller than its upper end.
    Guarantee tiny = new Guarantee.Pure(0x1p-40, ADD_OR_REMOVE);
    assertEquals(List.of(exact(0x1p-81)), CONCENTRATED.cost(tiny));
    assertTrue(GAUSSIAN.cost(pure).get(0).compareTo(exact(rho)) > 0);
  }

  @Test
  void eventsCostFractionsOfTheirParameters() {
    DpEvent event = DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE)).times(4);
    assertEquals(List.of(exact(0.125)), CONCENTRATED.cost(event));
    assertEquals(List.of(exact(0.25)), GAUSSIAN.cost(event));
    assertEquals(List.of(exact(0.25), Rational.ZERO), APPROXIMATE.cost(event));
    DpEvent laplace = DpEvent.laplace(10, Sensitivity.unit(ADD_OR_REMOVE));
    assertEquals(List.of(Rational.parse("1/10")), PURE.cost(laplace));
    // t + exp(-t) - 1 at t = 1/10.
    assertEquals(0.004837418035959573, CONCENTRATED.cost(laplace).get(0).up(), 1e-16);
  }

  @Test
  void otherRelationsAreRefused() {
    Guarantee replaced = new Guarantee.Pure(0.1, REPLACE_ONE);
    for (FilterBudget budget : List.of(CONCENTRATED, APPROXIMATE)) {
      assertThrows(IllegalArgumentException.class, () -> budget.cost(replaced));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> GAUSSIAN.cost(new Guarantee.Gaussian(1, REPLACE_ONE)));
    assertThrows(
        IllegalArgumentException.class,
        () -> RENYI.cost(new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE)));
  }

  @Test
  void slackIsPartOfDelta() {
    Guarantee.Approximate whole = new Guarantee.Approximate(1, 0x1p-20, ADD_OR_REMOVE);
    assertEquals(Rational.ZERO, new ApproximateBudget(whole, 0x1p-20).balances().get(1).limit());
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> new ApproximateBudget(whole, Math.nextUp(0x1p-20)));
    assertTrue(String.valueOf(thrown.getMessage()).startsWith("slack was 9.53"), thrown::toString);
    var endless = new Guarantee.Approximate(Double.POSITIVE_INFINITY, 0.1, ADD_OR_REMOVE);
    assertThrows(IllegalArgumentException.class, () -> new ApproximateBudget(endless, 0.1));
    assertThrows(IllegalArgumentException.class, () -> APPROXIMATE.cost(endless));
  }

  private static Guarantee pair(double epsilon, double delta) {
    return new Guarantee.Approximate(epsilon, delta, ADD_OR_REMOVE);
  }

  private static Rational exact(double value) {
    return Rational.of(value);
  }

  private static Balance balance(String name, String limit) {
    return Balance.untouched(name, Rational.parse(limit));
  }
}
