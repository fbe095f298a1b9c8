package org.assay.ledger.internal.range;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.ledger.internal.claim.ReferenceGaussian;
import org.assay.ledger.internal.range.SecondComputation.GaussianRecheck;
import org.junit.jupiter.api.Test;

/** Costs of four Gaussians of mu 1/2 each, so mu 1, of Laplace noise and of answers, by hand. */
class CurrenciesTest {
  private static final DpEvent GAUSSIANS =
      new GaussianEvent(2, Sensitivity.unit(ADD_OR_REMOVE)).times(4);
  private static final DpEvent LAPLACE =
      new LaplaceEvent(0.5, Sensitivity.unit(ADD_OR_REMOVE)).times(3);

  private static Comparison cost(DpEvent event, Guarantee claim) {
    return TrueCost.of(new Instance(event, claim));
  }

  private static void assertCost(double expected, double tolerance, Comparison found) {
    assertEquals(expected, found.exact().lower(), tolerance * expected);
    assertEquals(expected, found.exact().upper(), tolerance * expected);
  }

  private static Guarantee approximate(double epsilon, double delta) {
    return new Guarantee.Approximate(epsilon, delta, ADD_OR_REMOVE);
  }

  private static Guarantee profile(Map<Double, Double> deltas) {
    return new Guarantee.Profile(new TreeMap<>(deltas), ADD_OR_REMOVE);
  }

  private static Guarantee renyi(Map<Double, Double> epsilons) {
    return new Guarantee.Renyi(new TreeMap<>(epsilons), ADD_OR_REMOVE);
  }

  @Test
  void gaussiansInEveryCurrency() {
    assertCost(1, 1e-12, cost(GAUSSIANS, new Guarantee.Gaussian(1, ADD_OR_REMOVE)));
    assertCost(0.5, 1e-12, cost(GAUSSIANS, new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE)));
    double delta = ReferenceGaussian.delta(1, 2);
    assertCost(2, 1e-9, cost(GAUSSIANS, approximate(1, delta)));
    Guarantee pure = new Guarantee.Pure(100, ADD_OR_REMOVE);
    assertEquals(Double.POSITIVE_INFINITY, cost(GAUSSIANS, pure).exact().lower());
  }

  /** Orders 2 and 8 cost 1 and 4; the claims are 2 and 3, so the worst factor is 4/3. */
  @Test
  void curvesAreComparedWhereTheyAreShortest() {
    Comparison found = cost(GAUSSIANS, renyi(Map.of(2.0, 2.0, 8.0, 3.0)));
    assertCost(4 / 3.0, 1e-12, found);
    assertEquals(1, found.claimed().lower());
    Recheck again = GaussianRecheck.of(GAUSSIANS, renyi(Map.of(2.0, 2.0, 8.0, 3.0)));
    assertEquals(4, again.exact().doubleValue(), 1e-15);
    assertEquals(3, again.claimed().doubleValue());
  }

  /** δ_G(1, 0) = 2Φ(1/2) - 1 = 0.382925, half of the claim, and δ_G(1, 1), thrice the claim. */
  @Test
  void profilesAreComparedWhereTheyAreShortest() {
    double zero = 1 - 2 * ReferenceGaussian.upperTail(0.5);
    assertEquals(0.382925, zero, 1e-6);
    double one = ReferenceGaussian.delta(1, 1);
    Guarantee claim = profile(Map.of(0.0, 2 * zero, 1.0, one / 3));
    assertCost(3, 1e-8, cost(GAUSSIANS, claim));
    Recheck again = GaussianRecheck.of(GAUSSIANS, claim);
    assertEquals(3, again.exact().doubleValue(), 1e-12);
    assertEquals(1, again.claimed().doubleValue());
  }

  @Test
  void nothingClaimedAtAnEpsilonIsBrokenByAnything() {
    Guarantee claim = profile(Map.of(1.0, 0.0));
    assertEquals(Double.POSITIVE_INFINITY, cost(GAUSSIANS, claim).exact().lower());
    Recheck again = GaussianRecheck.of(GAUSSIANS, claim);
    assertEquals(ReferenceGaussian.delta(1, 1), again.exact().doubleValue(), 1e-12);
    assertEquals(0, again.claimed().signum());
    assertTrue(again.confirms());
  }

  /** The doubles of mu are rounded down for a lower bound of epsilon. */
  @Test
  void epsilonsAgainAreLowerBounds() {
    double delta = ReferenceGaussian.delta(1, 2);
    Recheck again = GaussianRecheck.of(GAUSSIANS, approximate(1.5, delta));
    assertEquals(2, again.exact().doubleValue(), 1e-12);
    assertEquals(1.5, again.claimed().doubleValue());
  }

  /**
   * The double next to √2 is above it, so the one below is taken: delta at that epsilon is more.
   */
  @Test
  void musThatRoundUpAreRoundedDown() {
    DpEvent two = new GaussianEvent(1, Sensitivity.unit(ADD_OR_REMOVE)).times(2);
    BigDecimal mu = BigDecimal.valueOf(2).sqrt(new MathContext(60));
    double claimed = 0.1;
    Recheck again = GaussianRecheck.of(two, approximate(1, claimed));
    BigDecimal delta = ReferenceGaussian.delta(mu, again.exact());
    assertTrue(delta.compareTo(new BigDecimal(claimed)) > 0, delta::toString);
    assertEquals(claimed, delta.doubleValue(), 1e-15);
  }

  /** Three times 1/0.5; for any other event only the upper end is known. */
  @Test
  void pureCostsAreAttainedByLaplace() {
    assertCost(6, 1e-12, cost(LAPLACE, new Guarantee.Pure(1, ADD_OR_REMOVE)));
    DpEvent bounded = new PureEvent(2, ADD_OR_REMOVE).times(3);
    Comparison found = cost(bounded, new Guarantee.Pure(1, ADD_OR_REMOVE));
    assertEquals(0, found.exact().lower());
    assertEquals(6, found.exact().upper(), 1e-12);
    assertFalse(found.violates());
  }

  /** One Laplace mechanism of epsilon 2: delta at 1 is 1 - e^(-1/2). */
  @Test
  void profilesOfLaplaceAreConvolved() {
    DpEvent once = new LaplaceEvent(0.5, Sensitivity.unit(ADD_OR_REMOVE));
    double delta = 1 - Math.exp(-0.5);
    assertCost(2, 1e-3, cost(once, profile(Map.of(1.0, delta / 2))));
    assertTrue(cost(once, profile(Map.of(1.0, delta * 0.999))).violates());
    assertTrue(cost(once, profile(Map.of(1.0, delta * 1.001))).obeys());
  }

  /** Three times {@code 2 + e^-2 - 1} and {@code log((2/3) e^2 + (1/3) e^-4)}. */
  @Test
  void laplaceIsDecidedInEveryCurrency() {
    double rho = 3 * (1 + Math.exp(-2));
    assertCost(rho, 1e-9, cost(LAPLACE, new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE)));
    double two = 3 * Math.log((2 * Math.exp(2) + Math.exp(-4)) / 3);
    assertCost(two, 1e-9, cost(LAPLACE, renyi(Map.of(2.0, 1.0))));
    Guarantee tooSmall = new Guarantee.ZeroConcentrated(rho * (1 - 1e-6), ADD_OR_REMOVE);
    Guarantee enough = new Guarantee.ZeroConcentrated(rho * (1 + 1e-12), ADD_OR_REMOVE);
    assertTrue(cost(LAPLACE, tooSmall).violates());
    assertTrue(cost(LAPLACE, enough).obeys() && !cost(LAPLACE, enough).violates());
    // A composition touches no Gaussian that is known, so only far from its mu.
    assertTrue(cost(LAPLACE, new Guarantee.Gaussian(2, ADD_OR_REMOVE)).violates());
    assertTrue(cost(LAPLACE, new Guarantee.Gaussian(3.2, ADD_OR_REMOVE)).obeys());
  }

  /** A relative 1e-9 above the claim is rounding. */
  @Test
  void claimsAreRoundedUp() {
    Comparison found = cost(GAUSSIANS, new Guarantee.Gaussian(4, ADD_OR_REMOVE));
    assertEquals(4, found.claimed().lower());
    assertEquals(4 + 4e-9, found.claimed().upper(), 1e-14);
  }

  @Test
  void quantitiesInWords() {
    assertEquals("epsilon at the claimed delta", TrueCost.quantity(approximate(1, 0.1)));
    assertEquals("largest delta over its claim", TrueCost.quantity(profile(Map.of(1.0, 0.1))));
    Guarantee curve = new Guarantee.Tradeoff(new TreeMap<>(Map.of(0.0, 0.5)), ADD_OR_REMOVE);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> cost(GAUSSIANS, curve));
    assertEquals("no costs in the currency of " + curve, refused.getMessage());
  }

  private static Optional<String> again(DpEvent event, Guarantee claim) {
    return SecondComputation.of(new Instance(event, claim));
  }

  /** 6 by the sum of epsilons, against 5; and 5 ln 3 = 5.49306 of answers against 5. */
  @Test
  void secondComputationsInWords() {
    String sum = again(LAPLACE, new Guarantee.Pure(5, ADD_OR_REMOVE)).orElseThrow();
    assertTrue(sum.startsWith("by arbitrary precision, "), sum);
    assertTrue(sum.contains(" is 6") && sum.endsWith(" against 5 (30 digits)"), sum);
    DpEvent answers = new RandomizedResponseEvent(2, 0.75, REPLACE_ONE).times(5);
    String log = again(answers, new Guarantee.Pure(5, REPLACE_ONE)).orElseThrow();
    assertTrue(log.contains(" is 5.49306144334055 against 5 "), log);
    assertEquals(
        Optional.empty(),
        again(new PureEvent(1, REPLACE_ONE), new Guarantee.Pure(0.5, REPLACE_ONE)));
  }

  /** 5 answers at ε = 1, relation as claimed; under another relation there is no such sum. */
  @Test
  void answersAreSummedUnderTheirOwnRelation() {
    DpEvent answers = new RandomizedResponseEvent(2, 0.75, REPLACE_ONE).times(5);
    Guarantee claim = new Guarantee.Approximate(1, 1e-3, REPLACE_ONE);
    String sum = again(answers, claim).orElseThrow();
    assertTrue(sum.startsWith("by arbitrary precision, delta at the claimed epsilon is 0.6"), sum);
  }

  @Test
  void contradictionsNameBothComputations() {
    Guarantee claim = new Guarantee.Pure(6.5, ADD_OR_REMOVE);
    ContradictionException contradiction =
        assertThrows(ContradictionException.class, () -> again(LAPLACE, claim));
    String told = String.valueOf(contradiction.getMessage());
    assertTrue(told.contains("is violated, but by second computation it is 6"), told);
    assertTrue(told.endsWith("please report this event and claim"), told);
  }
}
