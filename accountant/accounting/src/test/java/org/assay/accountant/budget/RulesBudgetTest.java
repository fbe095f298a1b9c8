package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.PartitionSelectionEvent;
import org.assay.accountant.event.TruncatedLaplaceEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

/** Several rules at once for (epsilon, delta), and the gain of the best adversary. */
class RulesBudgetTest {
  private static final Guarantee.Approximate USUAL =
      new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);

  @Test
  void isNeverWorseThanAddingEpsilons() {
    PrivacyFilter filter = PrivacyFilter.of(USUAL);
    DpEvent tenth = DpEvent.pure(0.1, ADD_OR_REMOVE);
    for (int i = 0; i < 10; i++) {
      assertTrue(filter.tryCharge(tenth).granted());
    }
    assertFalse(filter.tryCharge(tenth).granted());
  }

  @Test
  void withAllOfDeltaForChargesIsPlainAddition() {
    RulesBudget plain = RulesBudget.of(USUAL, 1e-6);
    assertEquals(List.of("sum of delta", "epsilon"), names(plain));
    List<Rational> costs = plain.statedCost(new ApproximateEvent(0.1, 1e-7, ADD_OR_REMOVE));
    assertEquals(List.of(Rational.parse("1/10000000"), Rational.parse("1/10")), costs);
    assertEquals(10, plain.mostTimes(plain.balances(), costs));
    DpEvent gaussian = DpEvent.parse("gaussian(10)", ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> plain.statedCost(gaussian));
  }

  @Test
  void smallChargesLastLongerThanByAddition() {
    RulesBudget budget = RulesBudget.of(USUAL);
    List<Rational> costs = budget.statedCost(DpEvent.pure(0.01, ADD_OR_REMOVE));
    long times = budget.mostTimes(budget.balances(), costs);
    assertTrue(times > 400 && times < 410, () -> "" + times);
  }

  /** Sampled noise has a small divergence at some orders only. */
  @Test
  void sampledNoiseIsHeldByAnOrder() {
    RulesBudget budget = RulesBudget.of(new Guarantee.Approximate(4, 1e-5, ADD_OR_REMOVE));
    List<Rational> costs =
        budget.statedCost(DpEvent.parse("1000 x poisson(0.01, gaussian(1))", ADD_OR_REMOVE));
    assertEquals(2, budget.mostTimes(budget.balances(), costs));
    assertTrue(costs.get(2).compareTo(budget.balances().get(2).limit()) > 0);
  }

  @Test
  void sharesOfDeltaAddUpToDelta() {
    RulesBudget budget = RulesBudget.of(USUAL);
    // Whitehouse et al. at a fourth of delta: s sqrt(2 log(4/delta)) + s²/2 = epsilon.
    double rho = budget.balances().get(2).limit().down();
    double s = Math.sqrt(2 * rho);
    assertEquals(1, s * Math.sqrt(2 * Math.log(4e6)) + s * s / 2, 1e-12);
    // Two orders, each at an eighth of delta, by Proposition 12 of Canonne et al.
    for (int i = 3; i < 5; i++) {
      double a = budget.orders().get(i - 3);
      double b = budget.balances().get(i).limit().down();
      double epsilon = b + Math.log1p(-1 / a) - (Math.log(1e-6 / 8) + Math.log(a)) / (a - 1);
      assertEquals(1, epsilon, 1e-12);
    }
    assertEquals(5, budget.balances().size());
    assertEquals(Rational.parse("1/2000000"), budget.balances().get(0).limit());
  }

  /** The loss of a truncated Laplace is the double of its sensitivity: slightly above 1/10. */
  @Test
  void computedBoundsAreNoDecimals() {
    RulesBudget plain = RulesBudget.of(new Guarantee.Approximate(1, 1e-3, ADD_OR_REMOVE), 1e-3);
    TruncatedLaplaceEvent noise =
        new TruncatedLaplaceEvent(1, 60, new Sensitivity(0.1, ADD_OR_REMOVE));
    List<Rational> costs = plain.statedCost(noise);
    assertTrue(costs.get(1).compareTo(Rational.of(0.1)) >= 0, costs::toString);
    assertEquals(9, plain.mostTimes(plain.balances(), costs));
    for (int cut = 20; cut < 27; cut++) {
      noise = new TruncatedLaplaceEvent(1, cut, new Sensitivity(1, ADD_OR_REMOVE));
      Rational delta = Rational.of(noise.approximate().delta());
      assertTrue(plain.statedCost(noise.times(2)).get(0).compareTo(delta.times(2)) >= 0);
    }
  }

  /** A dominating event's numbers are computed; without a delta too. */
  @Test
  void numbersOfDominatingEventsAreNoDecimals() {
    RulesBudget plain = RulesBudget.of(new Guarantee.Approximate(9, 0.5, ADD_OR_REMOVE), 0.5);
    for (int partitions = 1; partitions < 30; partitions++) {
      var event = new PartitionSelectionEvent(0.7, 1e-3, partitions, ADD_OR_REMOVE);
      Rational count = Rational.ofCount(partitions);
      double epsilon = Enclosure.exact(0.7).dividedBy(partitions).upper();
      double delta = Enclosure.exact(1e-3).dividedBy(partitions).upper();
      List<Rational> costs = plain.statedCost(event);
      assertTrue(costs.get(0).compareTo(count.times(Rational.of(delta))) >= 0);
      assertTrue(costs.get(1).compareTo(count.times(Rational.of(epsilon))) >= 0);
    }
  }

  @Test
  void budgetsWithoutAUsefulOrderKeepTheOtherRules() {
    for (double epsilon : List.of(0.0, 1e-300, 1e-6, 1e-3, 700.0, 1e9, 1e300)) {
      RulesBudget budget = RulesBudget.of(new Guarantee.Approximate(epsilon, 1e-6, ADD_OR_REMOVE));
      assertEquals(budget, FilterBudget.parse(budget.header()));
      List<Rational> costs = budget.statedCost(DpEvent.pure(epsilon, ADD_OR_REMOVE));
      assertTrue(budget.mostTimes(budget.balances(), costs) >= 1);
      budget.balances().forEach(balance -> assertFalse(balance.toString().isEmpty()));
    }
    assertEquals(
        List.of("sum of delta", "epsilon", "rho"),
        names(RulesBudget.of(new Guarantee.Approximate(1e-6, 1e-6, ADD_OR_REMOVE))));
  }

  /** The charges' own deltas have their part and no more, for any rules that would hold. */
  @Test
  void ownDeltaIsALimit() {
    RulesBudget budget = RulesBudget.of(USUAL, 1e-7);
    List<Rational> costs = budget.statedCost(new ApproximateEvent(1e-6, 6e-8, ADD_OR_REMOVE));
    assertEquals(1, budget.mostTimes(budget.balances(), costs));
    List<Balance> once = PrivacyFilter.plus(budget.balances(), costs);
    assertTrue(budget.exceeded(once).isEmpty());
    assertEquals(0, budget.exceeded(PrivacyFilter.plus(once, costs)).orElseThrow());
  }

  @Test
  void headersAreReadBack() {
    RulesBudget budget = RulesBudget.of(USUAL, 1e-8);
    assertEquals(budget, FilterBudget.parse(budget.header()));
    assertThrows(IllegalArgumentException.class, () -> FilterBudget.parse("rules add-remove"));
    assertThrows(IllegalArgumentException.class, () -> FilterBudget.parse("other add-remove 1"));
  }

  @Test
  void ownDeltaIsPartOfDelta() {
    var thrown = assertThrows(IllegalArgumentException.class, () -> RulesBudget.of(USUAL, 1e-5));
    assertTrue(String.valueOf(thrown.getMessage()).startsWith("own delta was 1.0E-5: "));
    assertThrows(IllegalArgumentException.class, () -> RulesBudget.of(USUAL, Double.NaN));
  }

  /**
   * The best adversary against a budget, by backward induction with exact fractions. The adversary
   * distinguishes two neighbours, sees every outcome, and chooses the next step or stops. The steps
   * are randomized response, which plain addition holds longest, a rare outcome that reveals almost
   * everything, for which only rho is known, and a revelation with probability d. Its gain is P(A)
   * - e^epsilon Q(A) for the best event A of transcripts.
   */
  private static final class Adversary {
    private static final Rational ONE = Rational.ONE;

    /** Odds of randomized response. */
    private static final Rational ODDS = Rational.parse("6/5");

    private static final Rational RARE = Rational.parse("1/20");
    private static final Rational RARER = Rational.parse("1/80");
    private static final Rational REVEALED = Rational.parse("1/50");

    private final RulesBudget budget;
    private final List<List<Rational>> costs;
    private final Rational factor;
    private final Map<List<Integer>, Rational> known = new HashMap<>();

    Adversary(RulesBudget budget) {
      this.budget = budget;
      this.costs =
          List.of(
              budget.statedCost(
                  DpEvent.pure(Math.nextUp(Math.nextUp(Math.log(1.2))), ADD_OR_REMOVE)),
              budget.statedCost(DpEvent.zcdp(rareRho(), ADD_OR_REMOVE)),
              budget.statedCost(new ApproximateEvent(0, 0.02, ADD_OR_REMOVE)));
      Enclosure exp = Enclosure.exact(budget.guarantee().epsilon()).exp();
      this.factor = Rational.of(exp.lower());
    }

    /** The supremum of divergence over order, on a fine grid of orders, with a margin. */
    private static double rareRho() {
      double p = RARE.up();
      double q = RARER.up();
      // Divergences of all orders are at most log 4.
      double most = Math.log(4) / 100;
      for (double a = 1.0005; a < 100; a *= 1.0005) {
        double forth =
            Math.pow(p, a) * Math.pow(q, 1 - a) + Math.pow(1 - p, a) * Math.pow(1 - q, 1 - a);
        double back =
            Math.pow(q, a) * Math.pow(p, 1 - a) + Math.pow(1 - q, a) * Math.pow(1 - p, 1 - a);
        most = Math.max(most, Math.log(Math.max(forth, back)) / (a * (a - 1)));
      }
      return 1.001 * most;
    }

    Rational gain() {
      return gain(List.of(0, 0, 0, 0, 0), ONE, ONE);
    }

    /** Times of yes, no, rare, usual and nothing revealed; the probabilities of the transcript. */
    private Rational gain(List<Integer> seen, Rational p, Rational q) {
      Rational before = known.get(seen);
      if (before != null) {
        return before;
      }
      Rational best = Rational.ZERO.max(p.minus(factor.times(q)));
      Rational both = ODDS.plus(ONE);
      if (isGranted(seen, 1, 0, 0)) {
        best =
            best.max(
                next(seen, 0, p.times(ODDS).dividedBy(both), q.dividedBy(both))
                    .plus(next(seen, 1, p.dividedBy(both), q.times(ODDS).dividedBy(both))));
      }
      if (isGranted(seen, 0, 1, 0)) {
        best =
            best.max(
                next(seen, 2, p.times(RARE), q.times(RARER))
                    .plus(next(seen, 3, p.times(ONE.minus(RARE)), q.times(ONE.minus(RARER)))));
      }
      if (isGranted(seen, 0, 0, 1)) {
        Rational rest = ONE.minus(REVEALED);
        best = best.max(p.times(REVEALED).plus(next(seen, 4, p.times(rest), q.times(rest))));
      }
      known.put(seen, best);
      return best;
    }

    private Rational next(List<Integer> seen, int outcome, Rational p, Rational q) {
      Integer[] more = seen.toArray(new Integer[0]);
      more[outcome]++;
      return gain(List.of(more), p, q);
    }

    private boolean isGranted(List<Integer> seen, int responses, int rare, int revealed) {
      List<Long> times =
          List.of(
              (long) seen.get(0) + seen.get(1) + responses,
              (long) seen.get(2) + seen.get(3) + rare,
              (long) seen.get(4) + revealed);
      List<Balance> balances = budget.balances();
      for (int kind = 0; kind < costs.size(); kind++) {
        Rational count = Rational.ofCount(times.get(kind));
        List<Rational> cost = costs.get(kind).stream().map(count::times).toList();
        balances = PrivacyFilter.plus(balances, cost);
      }
      return budget.exceeded(balances).isEmpty();
    }
  }

  @Test
  void theBestAdversaryStaysWithinDelta() {
    Rational delta = Rational.parse("1/5");
    for (double own : List.of(0.0, 0.02, 0.1, 0.19)) {
      var guarantee = new Guarantee.Approximate(1.5, delta.up(), ADD_OR_REMOVE);
      Rational gain = new Adversary(RulesBudget.of(guarantee, own)).gain();
      assertTrue(gain.compareTo(delta) <= 0, () -> "gain " + gain.up());
      // The adversary has power: most of the charges' own delta, and something without any.
      assertTrue(gain.up() > Math.max(0.03, 0.85 * own), () -> "gain " + gain.up());
    }
  }

  private static List<String> names(FilterBudget budget) {
    return budget.balances().stream().map(Balance::name).toList();
  }
}
