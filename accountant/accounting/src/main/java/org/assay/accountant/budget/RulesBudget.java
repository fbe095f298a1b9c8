package org.assay.accountant.budget;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.budget.FilterBudget.ApproximateBudget;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.DeltaAside;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A budget of (epsilon, delta) that several rules watch at once. A charge is granted while the sum
 * of the charges' own deltas is at most {@code own} and at least one rule holds:
 *
 * <ul>
 *   <li>epsilon: the sum of epsilons is at most epsilon ([@RogersRothUllmanVadhan2016]);
 *   <li>rho: with s² twice the sum of rho, {@code s sqrt(2 log(1/d)) + s²/2 ≤ epsilon}
 *       ([@WhitehouseRamdasRogersWu2023]);
 *   <li>each of a few orders: the sum of divergences converts to epsilon at delta d
 *       ([@FeldmanZrnic2021], [@CanonneKamathSteinke2020], Proposition 12).
 * </ul>
 *
 * <p>Every rule counts every charge. The choice of charges can decide, from the outputs seen, which
 * rule holds at the end. So delta is divided when the budget is opened: {@code own}, and a d for
 * each rule except the first, which needs none. {@code doc-files/budgets.md} has the proof. With
 * {@code own} equal to delta only the first rule exists: plain addition.
 *
 * @param guarantee epsilon and delta of the whole interaction
 * @param own the part of delta for the charges' own deltas, in [0, delta]
 * @param orders Rényi orders above 1 that are watched, rising
 */
record RulesBudget(Guarantee.Approximate guarantee, double own, List<Double> orders)
    implements FilterBudget {
  /** Index of the first rule, after the sum of delta. */
  private static final int FIRST_RULE = 1;

  /**
   * Parts of the order that suits Gaussian noise, tried as orders; sampled noise costs little at
   * lower orders only. Not tuned.
   */
  private static final double[] PARTS_OF_ORDER = {0.25, 0.5, 1};

  RulesBudget {
    Parameters.requireNonNegative("epsilon", guarantee.epsilon());
    if (!(own >= 0 && own <= guarantee.delta())) {
      throw new IllegalArgumentException(
          "own delta was "
              + own
              + ": it is the part of the budget's delta for the charges' own deltas, so it must be"
              + " from 0 to "
              + guarantee.delta());
    }
    orders = List.copyOf(orders);
    orders.forEach(Parameters::requireOrder);
  }

  /** Half of delta for the charges' own deltas, the other half for the rules. */
  static RulesBudget of(Guarantee.Approximate guarantee) {
    return of(guarantee, guarantee.delta() / 2);
  }

  static RulesBudget of(Guarantee.Approximate guarantee, double own) {
    RulesBudget plain = new RulesBudget(guarantee, own, List.of());
    return plain.composing() == 0
        ? plain
        : new RulesBudget(guarantee, own, plain.suitableOrders()).withUsefulOrders();
  }

  /**
   * The order at which the divergence of Gaussian noise converts best, {@code 1 + sqrt(log(1/d) /
   * rho)}, and parts of it. Any choice is sound.
   */
  private List<Double> suitableOrders() {
    double best = 1 + Math.sqrt(-Math.log(composing()) / Math.max(rhoLimit(), Double.MIN_NORMAL));
    return DoubleStream.of(PARTS_OF_ORDER)
        .map(part -> Math.rint(2 * part * best) / 2)
        .filter(order -> order > 1 && order < 1e6)
        .distinct()
        .boxed()
        .toList();
  }

  private RulesBudget withUsefulOrders() {
    double share = shareOfOrder();
    List<Double> useful =
        orders.stream().filter(order -> orderLimit(order, share).signum() > 0).toList();
    return useful.size() == orders.size() ? this : new RulesBudget(guarantee, own, useful);
  }

  /** Delta that is divided among the rules, rounded down. */
  private double composing() {
    return Rational.ofDecimal(guarantee.delta()).minus(Rational.ofDecimal(own)).down();
  }

  /** The share of the rule for rho: all of it without orders, otherwise one half. */
  private double shareOfRho() {
    return orders.isEmpty() ? composing() : part(composing(), 2);
  }

  /** The delta of one order; without orders no delta is left for them. */
  private double shareOfOrder() {
    return orders.isEmpty() ? 0 : part(composing(), 2L * orders.size());
  }

  private static double part(double whole, long parts) {
    return Rational.of(whole).dividedBy(Rational.ofCount(parts)).down();
  }

  private double rhoLimit() {
    double share = shareOfRho();
    return share > 0 && share < 1
        ? ApproximateBudget.largestSquareSum(guarantee.epsilon(), share).times(0.5).lower()
        : 0;
  }

  /** {@code epsilon - log(1 - 1/a) + (log d + log a)/(a - 1)}, rounded down; -1 if below 0. */
  private Rational orderLimit(double order, double share) {
    Enclosure a = Enclosure.exact(order);
    Enclosure excess = a.minus(1);
    Enclosure limit =
        Enclosure.exact(guarantee.epsilon())
            .minus(excess.dividedBy(a).log())
            .plus(Enclosure.exact(share).log().plus(a.log()).dividedBy(excess));
    return limit.lower() >= 0 ? Rational.of(limit.lower()) : Rational.ofCount(-1);
  }

  @Override
  public String header() {
    return Stream.of(guarantee.epsilon(), guarantee.delta(), own)
        .map(Double::toHexString)
        .collect(Collectors.joining(",", "rules " + guarantee.adjacency() + " ", ";"))
        .concat(orders.stream().map(Double::toHexString).collect(Collectors.joining(",")));
  }

  @Override
  public List<Balance> balances() {
    return statedBalances();
  }

  @Override
  public List<Balance> statedBalances() {
    List<Balance> all = new ArrayList<>();
    all.add(Balance.untouched("sum of delta", Rational.ofDecimal(own)));
    all.add(Balance.untouched("epsilon", Rational.ofDecimal(guarantee.epsilon())));
    if (composing() > 0) {
      all.add(Balance.untouched("rho", Rational.of(rhoLimit())));
      double share = shareOfOrder();
      orders.forEach(
          order ->
              all.add(Balance.untouched("epsilon at order " + order, orderLimit(order, share))));
    }
    return List.copyOf(all);
  }

  /** A number above every limit: a rule that gives no bound for a charge never holds again. */
  private Rational unbounded() {
    return statedBalances().stream()
        .map(Balance::limit)
        .reduce(Rational.ONE, Rational::max)
        .plus(Rational.ONE);
  }

  @Override
  public List<Rational> cost(DpEvent event) {
    return statedCost(event);
  }

  @Override
  public List<Rational> statedCost(DpEvent event) {
    DeltaAside aside = DeltaAside.ofStated(event, guarantee.adjacency());
    DpEvent rest = aside.event();
    Rational unbounded = unbounded();
    Optional<Rational> epsilon =
        ifKnown(() -> ExactCosts.statedEpsilon(rest, guarantee.adjacency()));
    List<Rational> costs = new ArrayList<>(List.of(aside.sum(), epsilon.orElse(unbounded)));
    if (composing() > 0) {
      Optional<Rational> rho = ifKnown(() -> ExactCosts.statedRho(rest, guarantee.adjacency()));
      costs.add(rho.orElse(unbounded));
      orders.forEach(
          order -> costs.add(ExactCosts.renyiOr(rest, guarantee.adjacency(), order, unbounded)));
    }
    boolean known =
        epsilon.isPresent()
            || costs.stream().skip(FIRST_RULE).anyMatch(cost -> cost.compareTo(unbounded) < 0);
    if (!known) {
      throw noRule(event);
    }
    return costs;
  }

  private UnsupportedEventException noRule(DpEvent event) {
    return new UnsupportedEventException(
        event.describe(),
        "no rule of a budget of "
            + guarantee.describe()
            + (composing() > 0
                ? " bounds it within its limits; "
                    + (event.adjacency() == guarantee.adjacency()
                        ? "give it more noise"
                        : "describe it under the adjacency of the budget")
                : " bounds it, as all of its delta is for the charges' own; open the budget with a"
                    + " smaller own delta"));
  }

  /** The costs of a guarantee are those of an event with that guarantee. */
  @Override
  public List<Rational> cost(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return statedCost(charge.accept(new Stated()));
  }

  private final class Stated extends DefaultGuaranteeVisitor<DpEvent> {
    @Override
    public DpEvent visitPure(Guarantee.Pure charge) {
      return DpEvent.pure(charge.epsilon(), charge.adjacency());
    }

    @Override
    public DpEvent visitApproximate(Guarantee.Approximate charge) {
      Parameters.requireNonNegative("epsilon", charge.epsilon());
      return new ApproximateEvent(charge.epsilon(), charge.delta(), charge.adjacency());
    }

    @Override
    public DpEvent visitZeroConcentrated(Guarantee.ZeroConcentrated charge) {
      return DpEvent.zcdp(charge.rho(), charge.adjacency());
    }

    @Override
    protected DpEvent visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(
          charge, guarantee, "charge pure, (epsilon, delta) or zCDP guarantees here");
    }
  }

  /** The sum of delta, or the rule that is closest to holding. */
  @Override
  public OptionalInt exceeded(List<Balance> balances) {
    if (balances.get(0).overspent()) {
      return OptionalInt.of(0);
    }
    boolean holds = balances.stream().skip(FIRST_RULE).anyMatch(rule -> !rule.overspent());
    return holds
        ? OptionalInt.empty()
        : IntStream.range(FIRST_RULE, balances.size())
            .reduce((a, b) -> excess(balances.get(b)) < excess(balances.get(a)) ? b : a);
  }

  private static double excess(Balance rule) {
    return rule.limit().signum() > 0
        ? rule.spent().dividedBy(rule.limit()).up()
        : Double.POSITIVE_INFINITY;
  }

  /** The number of times that the sum of delta and the longest-lasting rule allow. */
  @Override
  public long mostTimes(List<Balance> balances, List<Rational> costs) {
    long longest =
        IntStream.range(FIRST_RULE, costs.size())
            .mapToLong(i -> balances.get(i).mostTimes(costs.get(i)))
            .max()
            .orElse(0);
    return Math.min(longest, balances.get(0).mostTimes(costs.get(0)));
  }

  /**
   * Parts of one rule. If each part held by another rule, no single rule might hold for all parts
   * together.
   */
  @Override
  public List<Rational> part(List<Balance> balances, long parts, Optional<String> rule) {
    List<String> names = balances.stream().skip(FIRST_RULE).map(Balance::name).toList();
    String chosen =
        rule.filter(names::contains)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "limit was "
                            + rule.map(name -> "'" + name + "'").orElse("not given")
                            + ": parts of a budget of "
                            + guarantee.describe()
                            + " share one of its limits: "
                            + String.join(", ", names)));
    return IntStream.range(0, balances.size())
        .mapToObj(
            i ->
                i < FIRST_RULE || balances.get(i).name().equals(chosen)
                    ? balances.get(i).part(parts)
                    : Rational.ofCount(-1))
        .toList();
  }
}
