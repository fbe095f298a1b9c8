package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Restatement;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;

class PrivacyFilterTest {
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(2, Sensitivity.unit(ADD_OR_REMOVE));

  @Test
  void chargesThatFillTheBudgetExactlyFit() {
    PrivacyFilter filter = PrivacyFilter.of(rho(1));
    for (int i = 1; i <= 8; i++) {
      var granted = assertInstanceOf(FilterDecision.Granted.class, filter.tryCharge(rho(0.125)));
      assertEquals(i, granted.id());
    }
    assertEquals(0, filter.balances().get(0).remaining().signum());
    assertFalse(filter.tryCharge(rho(Double.MIN_VALUE)).granted());
    assertTrue(filter.tryCharge(rho(0)).granted());
  }

  @Test
  void aFilterKnowsItsBudget() {
    for (Guarantee budget :
        List.of(
            rho(1),
            new Guarantee.Pure(1, ADD_OR_REMOVE),
            new Guarantee.Gaussian(1, ADD_OR_REMOVE),
            renyi(Map.of(2.0, 1.0, 8.0, 3.0)))) {
      assertEquals(budget, PrivacyFilter.of(budget).budget());
    }
    var pair = new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);
    assertEquals(pair, PrivacyFilter.of(pair, 1e-7).budget());
  }

  /** In doubles, ten times 0.1 add up to less than 1; the ten doubles exceed it. */
  @Test
  void tenTimesTheDoubleAboveOneTenthDoNotFitIntoOne() {
    PrivacyFilter filter = PrivacyFilter.of(rho(1));
    IntStream.range(0, 9).forEach(i -> assertTrue(filter.tryCharge(rho(0.1)).granted()));
    var refused = assertInstanceOf(FilterDecision.Refused.class, filter.tryCharge(rho(0.1)));
    assertEquals(
        "0.1-zCDP under add-remove would exceed the limit on rho by 5.551115123125783E-17, which is"
            + " less than 1e-9 of it: what costs at most 0.09999999999999995 fits, and a limit of"
            + " at least 1.0000000000000003 would hold this too",
        refused.reason());
    double rest = refused.balances().get(0).remainingDown();
    assertTrue(filter.tryCharge(rho(rest)).granted());
  }

  @Test
  void whatWasRestatedIsSaid() {
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE));
    var refused = assertInstanceOf(FilterDecision.Refused.class, filter.tryCharge(GAUSSIAN));
    assertTrue(
        refused
            .reason()
            .contains("restated: " + Restatement.of(GAUSSIAN, REPLACE_ONE).get(0).describe()),
        refused.reason());
  }

  @Test
  void refusedChargesLeaveNoTrace() {
    PrivacyFilter filter = PrivacyFilter.of(rho(1));
    filter.tryCharge(rho(0.5));
    List<Balance> before = filter.balances();
    FilterDecision refused = filter.tryCharge(rho(0.75));
    assertFalse(refused.granted());
    assertEquals(before, refused.balances());
    assertEquals(before, filter.balances());
    var next = assertInstanceOf(FilterDecision.Granted.class, filter.tryCharge(rho(0.5)));
    assertEquals(2, next.id());
  }

  @Test
  void chargesThatAreNoNumbersAreRefusedByException() {
    for (double bad : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      assertThrows(
          IllegalArgumentException.class, () -> PrivacyFilter.of(rho(1)).tryCharge(rho(bad)));
      RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.of(0, Math.abs(1 / 0.0)));
      DpEvent endless = new CertifiedEvent("endless", new Citation("own", "page 1"), curve);
      PrivacyFilter filter = PrivacyFilter.of(renyi(Map.of(2.0, 1.0)));
      assertThrows(IllegalArgumentException.class, () -> filter.tryCharge(endless));
      assertEquals(0, filter.balances().get(0).spent().signum());
    }
  }

  @Test
  void anotherRelationThrows() {
    PrivacyFilter filter = PrivacyFilter.of(rho(1));
    Guarantee other = new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> filter.tryCharge(other));
    DpEvent replace = DpEvent.gaussian(2, Sensitivity.unit(REPLACE_ONE));
    assertThrows(UnsupportedEventException.class, () -> filter.tryCharge(replace));
    PrivacyFilter curve = PrivacyFilter.of(renyi(Map.of(2.0, 1.0)));
    assertThrows(UnsupportedEventException.class, () -> curve.tryCharge(replace));
    assertEquals(0, filter.balances().get(0).spent().signum());
  }

  @Test
  void eventsCostTheUpperEndsOfTheirCurves() {
    PrivacyFilter filter = PrivacyFilter.of(renyi(Map.of(2.0, 1.0, 8.0, 3.0)));
    DpEvent event = GAUSSIAN.poissonSampled(0.01).times(100);
    assertTrue(filter.tryCharge(event).granted());
    Accountant once = Accountant.rdp(ADD_OR_REMOVE).compose(GAUSSIAN.poissonSampled(0.01));
    for (int i = 0; i < 2; i++) {
      double upper = once.curve().at(i == 0 ? 2 : 8).upper();
      assertEquals(Rational.of(upper).times(100), filter.balances().get(i).spent());
    }
    PrivacyFilter concentrated = PrivacyFilter.of(rho(1));
    concentrated.tryCharge(GAUSSIAN.times(3));
    assertEquals(Rational.of(0.375), concentrated.balances().get(0).spent());
    // Sampling does not improve rho, so the hundred steps cost 12.5.
    assertInstanceOf(FilterDecision.Refused.class, concentrated.tryCharge(event));
    assertTrue(concentrated.tryCharge(GAUSSIAN.poissonSampled(0.01)).granted());
    assertEquals(Rational.of(0.5), concentrated.balances().get(0).spent());
    CertifiedEvent opaque =
        new CertifiedEvent(
            "opaque",
            new Citation("Mironov2017", "Proposition 1"),
            RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.ONE));
    assertThrows(UnsupportedEventException.class, () -> concentrated.tryCharge(opaque));
  }

  /** A coin with D_1.5 = .00987, D_8 = 3 and D_2 = .0434 has the bound of order 8 at order 2. */
  @Test
  void descendingMapsChargeTheNextOrderAbove() {
    TreeMap<Double, Double> falling = new TreeMap<>(Comparator.reverseOrder());
    falling.putAll(Map.of(8.0, 3.0, 1.5, 0.01));
    Guarantee.Renyi charge = new Guarantee.Renyi(falling, ADD_OR_REMOVE);
    PrivacyFilter filter = PrivacyFilter.of(renyi(Map.of(2.0, 5.0)));
    assertTrue(filter.tryCharge(charge).granted());
    assertFalse(filter.tryCharge(charge).granted());
    PrivacyOdometer falls =
        PrivacyOdometer.of(ADD_OR_REMOVE, new TreeSet<>(List.of(2.0, 4.0)).descendingSet(), 1e-6);
    PrivacyOdometer rises =
        PrivacyOdometer.of(ADD_OR_REMOVE, new TreeSet<>(List.of(2.0, 4.0)), 1e-6);
    for (int i = 0; i < 100; i++) {
      falls.record(charge);
      rises.record(renyi(Map.of(8.0, 3.0, 1.5, 0.01)));
    }
    assertEquals(rises.lossBoundByUnion(), falls.lossBoundByUnion());
    // 100 times 3, and log(2/1e-6)/3.
    assertEquals(304.84, falls.lossBoundByUnion(), 0.01);
  }

  /** Limits are compared with the charges of their own order. */
  @Test
  void descendingBudgetsLimitTheirOwnOrders() {
    TreeMap<Double, Double> falling = new TreeMap<>(Comparator.reverseOrder());
    falling.putAll(Map.of(8.0, 3.0, 1.5, 0.01));
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.Renyi(falling, ADD_OR_REMOVE));
    assertFalse(filter.tryCharge(renyi(Map.of(8.0, 0.02))).granted());
    assertTrue(filter.tryCharge(renyi(Map.of(8.0, 3.0, 1.5, 0.01))).granted());
  }

  @Test
  void oneOrderWithoutBudgetRefuses() {
    PrivacyFilter filter = PrivacyFilter.of(renyi(Map.of(2.0, 100.0, 8.0, 1.0)));
    var refused = assertInstanceOf(FilterDecision.Refused.class, filter.tryCharge(rho(0.25)));
    assertTrue(refused.reason().endsWith("exceed the limit on epsilon at order 8.0 by 1.0"));
    assertTrue(filter.tryCharge(rho(0.125)).granted());
    assertEquals(Rational.of(0.25), filter.balances().get(0).spent());
  }

  @Test
  void guaranteesChargeWhatTheyImply() {
    PrivacyFilter filter = PrivacyFilter.of(rho(10));
    filter.tryCharge(new Guarantee.Pure(2, ADD_OR_REMOVE));
    filter.tryCharge(new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    assertEquals(2 * Math.tanh(1) + 0.5, filter.balances().get(0).spent().up(), 1e-15);
    PrivacyFilter curve = PrivacyFilter.of(renyi(Map.of(2.0, 10.0)));
    curve.tryCharge(new Guarantee.Pure(0.5, ADD_OR_REMOVE));
    curve.tryCharge(new Guarantee.Pure(3, ADD_OR_REMOVE));
    curve.tryCharge(new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    curve.tryCharge(renyi(Map.of(1.5, 7.0, 3.0, 0.5)));
    double pure = 0;
    for (double epsilon : List.of(0.5, 3.0)) {
      pure += Math.log((Math.exp(2 * epsilon) + Math.exp(-epsilon)) / (1 + Math.exp(epsilon)));
    }
    assertEquals(pure + 1 + 0.5, curve.balances().get(0).spent().up(), 1e-14);
  }

  @Test
  void guaranteesThatImplyNothingAreRefusedWithAdvice() {
    Guarantee approximate = new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);
    assertRefused(PrivacyFilter.of(rho(1)), approximate, "charge zCDP, pure or Gaussian");
    assertRefused(PrivacyFilter.of(rho(1)), renyi(Map.of(2.0, 1.0)), "does not bound");
    PrivacyFilter curve = PrivacyFilter.of(renyi(Map.of(2.0, 1.0)));
    assertRefused(curve, approximate, "bounds no Rényi divergence");
    assertRefused(curve, renyi(Map.of(1.5, 1.0)), "must bound order 2.0 or a larger one");
    PrivacyFilter pairs = PrivacyFilter.of(new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE), 5e-7);
    assertRefused(pairs, rho(0.1), "charge pure or (epsilon, delta)");
    var gaussian = PrivacyFilter.of(new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    assertRefused(gaussian, rho(0.1), "charge Gaussian or pure");
    PrivacyFilter epsilons = PrivacyFilter.of(new Guarantee.Pure(1, ADD_OR_REMOVE));
    assertRefused(epsilons, rho(0.1), "charge pure");
    assertThrows(UnsupportedEventException.class, () -> epsilons.tryCharge(GAUSSIAN));
    var tradeoff = new Guarantee.Tradeoff(new TreeMap<>(Map.of(0.0, 1.0)), ADD_OR_REMOVE);
    assertThrows(IllegalArgumentException.class, () -> PrivacyFilter.of(tradeoff));
  }

  /** Sixteen mechanisms of mu = 1/4 fill mu = 1; events and guarantees agree. */
  @Test
  void squaresOfMuAdd() {
    PrivacyFilter filter = PrivacyFilter.of(new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    filter.tryCharge(DpEvent.gaussian(4, Sensitivity.unit(ADD_OR_REMOVE)));
    Guarantee quarter = new Guarantee.Gaussian(0.25, ADD_OR_REMOVE);
    IntStream.range(1, 16).forEach(i -> assertTrue(filter.tryCharge(quarter).granted()));
    assertFalse(filter.tryCharge(quarter).granted());
  }

  @Test
  void epsilonsAndDeltasAreLimitedApart() {
    Guarantee.Approximate budget = new Guarantee.Approximate(1, 0x1p-20, ADD_OR_REMOVE);
    PrivacyFilter filter = PrivacyFilter.of(budget, 0x1p-21);
    assertTrue(filter.tryCharge(pair(0.01, 0x1p-21)).granted());
    var refused = assertInstanceOf(FilterDecision.Refused.class, filter.tryCharge(pair(0, 1e-300)));
    assertTrue(refused.reason().contains("sum of delta by 1.0"), refused::reason);
    assertFalse(filter.tryCharge(pair(1, 0)).granted());
    assertTrue(filter.tryCharge(new Guarantee.Pure(0.01, ADD_OR_REMOVE)).granted());
    assertThrows(IllegalArgumentException.class, () -> PrivacyFilter.of(budget, 0x1p-19));
    assertThrows(IllegalArgumentException.class, () -> PrivacyFilter.of(budget, 0));
  }

  @Test
  void manyThreadsNeverExceedTheBudget() {
    PrivacyFilter filter = PrivacyFilter.of(rho(1));
    AtomicLong granted = new AtomicLong();
    IntStream.range(0, 5000)
        .parallel()
        .filter(i -> filter.tryCharge(rho(0x1p-11)).granted())
        .forEach(i -> granted.incrementAndGet());
    assertEquals(2048, granted.get());
    assertEquals(0, filter.balances().get(0).remaining().signum());
  }

  private static void assertRefused(PrivacyFilter filter, Guarantee charge, String why) {
    var thrown = assertThrows(IllegalArgumentException.class, () -> filter.tryCharge(charge));
    assertTrue(String.valueOf(thrown.getMessage()).contains(why), thrown::getMessage);
    assertTrue(filter.balances().stream().allMatch(balance -> balance.spent().signum() == 0));
  }

  private static Guarantee rho(double rho) {
    return new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE);
  }

  private static Guarantee pair(double epsilon, double delta) {
    return new Guarantee.Approximate(epsilon, delta, ADD_OR_REMOVE);
  }

  private static Guarantee.Renyi renyi(Map<Double, Double> epsilonByOrder) {
    return new Guarantee.Renyi(new TreeMap<>(epsilonByOrder), ADD_OR_REMOVE);
  }
}
