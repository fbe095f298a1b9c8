package org.assay.accountant.budget;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * The currency of a filter: the quantities that are summed, and their limits. Costs are exact and
 * add up.
 */
sealed interface FilterBudget
    permits FilterBudget.PureBudget,
        FilterBudget.RenyiBudget,
        FilterBudget.ZeroConcentratedBudget,
        FilterBudget.GaussianBudget,
        FilterBudget.ApproximateBudget,
        RulesBudget {
  /** The guarantee of the whole interaction. */
  Guarantee guarantee();

  /** The budget as one line of words, every double in hexadecimal. */
  String header();

  /** Every limit with nothing spent. */
  List<Balance> balances();

  /** The costs of a charge, one number for each balance. */
  List<Rational> cost(Guarantee charge);

  /** The costs of an event, one number for each balance. */
  List<Rational> cost(DpEvent event);

  /** Every limit with nothing spent; a stated parameter is the decimal that its text shows. */
  List<Balance> statedBalances();

  /** The costs of an event; a stated parameter is the decimal that its text shows. */
  default List<Rational> statedCost(DpEvent event) {
    return cost(event);
  }

  /** The index of a limit that prevents a grant of these balances, if there is one. */
  default OptionalInt exceeded(List<Balance> balances) {
    return IntStream.range(0, balances.size()).filter(i -> balances.get(i).overspent()).findFirst();
  }

  /**
   * The number of times that costs fit into the remaining amounts, exactly.
   *
   * @return the largest number; {@link Long#MAX_VALUE} if there is no largest
   */
  default long mostTimes(List<Balance> balances, List<Rational> costs) {
    return IntStream.range(0, costs.size())
        .mapToLong(i -> balances.get(i).mostTimes(costs.get(i)))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * Limits of one of a number of equal parts, which fit all together.
   *
   * @param rule the name of the limit that the parts share, if there is a choice
   */
  default List<Rational> part(List<Balance> balances, long parts, Optional<String> rule) {
    rule.ifPresent(
        name -> {
          throw new IllegalArgumentException(
              "limit was '" + name + "': a budget of " + guarantee().describe() + " has no choice");
        });
    return balances.stream().map(left -> left.part(parts)).toList();
  }

  /** The cost of the doubles in journals of the format without costs. */
  default List<Rational> costOfDoubles(List<Double> amounts) {
    return Charge.exactly(amounts);
  }

  /**
   * The currency of a budget that determines the quantities to be summed.
   *
   * @throws IllegalArgumentException if the budget is of another kind
   */
  static FilterBudget of(Guarantee budget) {
    return Parameters.requireGiven("budget", budget).accept(new Currencies());
  }

  /**
   * The currency that wrote a given header.
   *
   * @throws IllegalArgumentException if no currency of this version did
   */
  static FilterBudget parse(String header) {
    String[] words = header.split(" ", -1);
    if (words.length != 3) {
      throw new IllegalArgumentException("header was '" + header + "': it must have three words");
    }
    AdjacencyRelation adjacency = AdjacencyRelation.ofLabel(words[1]);
    List<Double> numbers = Stream.of(words[2].split("[,:;]", 0)).map(Double::valueOf).toList();
    return switch (words[0]) {
      case "pure" -> new PureBudget(new Guarantee.Pure(numbers.get(0), adjacency));
      case "zcdp" ->
          new ZeroConcentratedBudget(new Guarantee.ZeroConcentrated(numbers.get(0), adjacency));
      case "gdp" -> new GaussianBudget(new Guarantee.Gaussian(numbers.get(0), adjacency));
      case "renyi" -> {
        NavigableMap<Double, Double> byOrder = new TreeMap<>();
        for (int i = 0; i < numbers.size(); i += 2) {
          byOrder.put(numbers.get(i), numbers.get(i + 1));
        }
        yield RenyiBudget.of(new Guarantee.Renyi(byOrder, adjacency));
      }
      case "rules" ->
          new RulesBudget(
              new Guarantee.Approximate(numbers.get(0), numbers.get(1), adjacency),
              numbers.get(2),
              numbers.subList(3, numbers.size()));
      default ->
          throw new IllegalArgumentException(
              "header was '" + header + "': this version knows no such budget");
    };
  }

  /** The currency of each kind of budget. */
  final class Currencies extends DefaultGuaranteeVisitor<FilterBudget> {
    @Override
    public FilterBudget visitPure(Guarantee.Pure budget) {
      return new PureBudget(budget);
    }

    @Override
    public FilterBudget visitZeroConcentrated(Guarantee.ZeroConcentrated budget) {
      return new ZeroConcentratedBudget(budget);
    }

    @Override
    public FilterBudget visitRenyi(Guarantee.Renyi budget) {
      return RenyiBudget.of(budget);
    }

    @Override
    public FilterBudget visitGaussian(Guarantee.Gaussian budget) {
      return new GaussianBudget(budget);
    }

    @Override
    public FilterBudget visitApproximate(Guarantee.Approximate budget) {
      return RulesBudget.of(budget);
    }

    @Override
    protected FilterBudget visitOther(Guarantee budget) {
      throw new IllegalArgumentException(
          "budget was "
              + budget.describe()
              + ": it must be a pure, (epsilon, delta), Rényi, zCDP or Gaussian guarantee");
    }
  }

  /** The refusal of a charge whose currency implies nothing about the budget's currency. */
  static IllegalArgumentException wrongCurrency(Guarantee charge, Guarantee budget, String advice) {
    return new IllegalArgumentException(
        "charge was "
            + charge.describe()
            + ": it does not bound what a budget of "
            + budget.describe()
            + " limits; "
            + advice);
  }

  /** Limits the sum of mu². */
  record GaussianBudget(Guarantee.Gaussian guarantee) implements FilterBudget {
    @Override
    public String header() {
      return "gdp " + guarantee.adjacency() + " " + Double.toHexString(guarantee.mu());
    }

    @Override
    public List<Balance> balances() {
      return List.of(Balance.untouched("sum of mu²", Rational.of(guarantee.mu()).square()));
    }

    @Override
    public List<Balance> statedBalances() {
      return List.of(Balance.untouched("sum of mu²", Rational.ofDecimal(guarantee.mu()).square()));
    }

    @Override
    public List<Rational> cost(Guarantee charge) {
      guarantee.adjacency().requireSame(charge.adjacency());
      return List.of(charge.accept(new ImpliedMu()));
    }

    @Override
    public List<Rational> cost(DpEvent event) {
      return List.of(ExactCosts.squaredMu(event, guarantee.adjacency()));
    }

    /** The cost of each mu, which journals without costs held. */
    @Override
    public List<Rational> costOfDoubles(List<Double> amounts) {
      return amounts.stream().map(mu -> Rational.of(mu).square()).toList();
    }

    private final class ImpliedMu extends DefaultGuaranteeVisitor<Rational> {
      @Override
      public Rational visitGaussian(Guarantee.Gaussian charge) {
        return Rational.of(charge.mu()).square();
      }

      @Override
      public Rational visitPure(Guarantee.Pure charge) {
        return ExactCosts.squaredMu(
            DpEvent.pure(charge.epsilon(), charge.adjacency()), charge.adjacency());
      }

      @Override
      protected Rational visitOther(Guarantee charge) {
        throw FilterBudget.wrongCurrency(
            charge, guarantee, "charge Gaussian or pure guarantees here");
      }
    }
  }

  /** Limits the sum of epsilon. */
  record PureBudget(Guarantee.Pure guarantee) implements FilterBudget {
    @Override
    public String header() {
      return "pure " + guarantee.adjacency() + " " + Double.toHexString(guarantee.epsilon());
    }

    @Override
    public List<Balance> balances() {
      return List.of(Balance.untouched("epsilon", Rational.of(guarantee.epsilon())));
    }

    @Override
    public List<Balance> statedBalances() {
      return List.of(Balance.untouched("epsilon", Rational.ofDecimal(guarantee.epsilon())));
    }

    @Override
    public List<Rational> statedCost(DpEvent event) {
      return List.of(ExactCosts.statedEpsilon(event, guarantee.adjacency()));
    }

    @Override
    public List<Rational> cost(Guarantee charge) {
      guarantee.adjacency().requireSame(charge.adjacency());
      return List.of(charge.accept(new ImpliedEpsilon()));
    }

    @Override
    public List<Rational> cost(DpEvent event) {
      return List.of(ExactCosts.epsilon(event, guarantee.adjacency()));
    }

    private final class ImpliedEpsilon extends DefaultGuaranteeVisitor<Rational> {
      @Override
      public Rational visitPure(Guarantee.Pure charge) {
        return Rational.of(charge.epsilon());
      }

      @Override
      protected Rational visitOther(Guarantee charge) {
        throw FilterBudget.wrongCurrency(charge, guarantee, "charge pure guarantees here");
      }
    }
  }

  /** Limits the sum of divergences at each of several orders. */
  record RenyiBudget(Guarantee.Renyi guarantee, RenyiCharges charges) implements FilterBudget {
    static RenyiBudget of(Guarantee.Renyi guarantee) {
      RenyiCharges charges =
          new RenyiCharges(guarantee.adjacency(), guarantee.epsilonByOrder().keySet());
      return new RenyiBudget(guarantee, charges);
    }

    @Override
    public String header() {
      return guarantee.epsilonByOrder().entrySet().stream()
          .map(
              entry ->
                  Double.toHexString(entry.getKey()) + ":" + Double.toHexString(entry.getValue()))
          .collect(Collectors.joining(",", "renyi " + guarantee.adjacency() + " ", ""));
    }

    @Override
    public List<Balance> balances() {
      return balances(Rational::of);
    }

    @Override
    public List<Balance> statedBalances() {
      return balances(Rational::ofDecimal);
    }

    private List<Balance> balances(Function<Double, Rational> reading) {
      return guarantee.epsilonByOrder().entrySet().stream()
          .map(
              entry ->
                  Balance.untouched(
                      "epsilon at order " + entry.getKey(), reading.apply(entry.getValue())))
          .toList();
    }

    @Override
    public List<Rational> cost(Guarantee charge) {
      return charges.of(charge);
    }

    @Override
    public List<Rational> cost(DpEvent event) {
      return charges.of(event);
    }
  }

  /** Limits the sum of rho. */
  record ZeroConcentratedBudget(Guarantee.ZeroConcentrated guarantee) implements FilterBudget {
    @Override
    public String header() {
      return "zcdp " + guarantee.adjacency() + " " + Double.toHexString(guarantee.rho());
    }

    @Override
    public List<Balance> balances() {
      return List.of(Balance.untouched("rho", Rational.of(guarantee.rho())));
    }

    @Override
    public List<Balance> statedBalances() {
      return List.of(Balance.untouched("rho", Rational.ofDecimal(guarantee.rho())));
    }

    @Override
    public List<Rational> statedCost(DpEvent event) {
      return List.of(ExactCosts.statedRho(event, guarantee.adjacency()));
    }

    @Override
    public List<Rational> cost(Guarantee charge) {
      guarantee.adjacency().requireSame(charge.adjacency());
      return List.of(charge.accept(new ImpliedRho()));
    }

    @Override
    public List<Rational> cost(DpEvent event) {
      return List.of(ExactCosts.rho(event, guarantee.adjacency()));
    }

    private final class ImpliedRho extends DefaultGuaranteeVisitor<Rational> {
      @Override
      public Rational visitZeroConcentrated(Guarantee.ZeroConcentrated charge) {
        return Rational.of(charge.rho());
      }

      @Override
      public Rational visitPure(Guarantee.Pure charge) {
        return ExactCosts.rho(
            DpEvent.pure(charge.epsilon(), charge.adjacency()), charge.adjacency());
      }

      @Override
      public Rational visitGaussian(Guarantee.Gaussian charge) {
        return Rational.of(charge.mu()).square().times(0.5);
      }

      @Override
      protected Rational visitOther(Guarantee charge) {
        throw FilterBudget.wrongCurrency(
            charge, guarantee, "charge zCDP, pure or Gaussian guarantees here");
      }
    }
  }

  /**
   * Limits twice the sum of rho and the sum of deltas. An (epsilon, delta)-private mechanism costs
   * the rho of an epsilon-private one, at most epsilon²/2. With {@code s = sqrt(2 sum of rho)}, the
   * composition's epsilon {@code s sqrt(2 log(1/delta')) + s²/2} stays within the budget exactly
   * while
   *
   * <pre>
   *   s ≤ 2 epsilon / (sqrt(2 log(1/delta')) + sqrt(2 log(1/delta') + 2 epsilon)),
   * </pre>
   *
   * whose square, rounded down, is the first limit.
   *
   * @param guarantee epsilon and delta of the whole interaction
   * @param slack delta', the part of delta that is used for composition
   */
  record ApproximateBudget(Guarantee.Approximate guarantee, double slack) implements FilterBudget {
    public ApproximateBudget {
      Parameters.requireNonNegative("epsilon", guarantee.epsilon());
      Parameters.requireOpenProbability("slack", slack);
      if (!(slack <= guarantee.delta())) {
        throw new IllegalArgumentException(
            "slack was " + slack + ": it must be at most the budget's delta " + guarantee.delta());
      }
    }

    @Override
    public String header() {
      return "approximate "
          + guarantee.adjacency()
          + " "
          + Double.toHexString(guarantee.epsilon())
          + ","
          + Double.toHexString(guarantee.delta())
          + ","
          + Double.toHexString(slack);
    }

    @Override
    public List<Balance> balances() {
      Rational deltas = Rational.of(guarantee.delta()).minus(Rational.of(slack));
      return List.of(
          Balance.untouched("twice the sum of rho", Rational.of(largestSquareSum().lower())),
          Balance.untouched("sum of delta", deltas));
    }

    @Override
    public List<Balance> statedBalances() {
      return balances();
    }

    private Enclosure largestSquareSum() {
      return largestSquareSum(guarantee.epsilon(), slack);
    }

    /** The largest s² for which {@code s sqrt(2 log(1/delta')) + s²/2 ≤ epsilon}. */
    static Enclosure largestSquareSum(double limit, double slack) {
      Enclosure twoLogs = Enclosure.exact(slack).log().times(-2);
      Enclosure epsilon = Enclosure.exact(limit).times(2);
      return epsilon.dividedBy(twoLogs.sqrt().plus(twoLogs.plus(epsilon).sqrt())).square();
    }

    @Override
    public List<Rational> cost(Guarantee charge) {
      guarantee.adjacency().requireSame(charge.adjacency());
      return charge.accept(new RhoAndDelta());
    }

    private final class RhoAndDelta extends DefaultGuaranteeVisitor<List<Rational>> {
      @Override
      public List<Rational> visitPure(Guarantee.Pure charge) {
        return cost(charge.epsilon(), 0);
      }

      @Override
      public List<Rational> visitApproximate(Guarantee.Approximate charge) {
        return cost(Parameters.requireNonNegative("epsilon", charge.epsilon()), charge.delta());
      }

      private List<Rational> cost(double epsilon, double delta) {
        DpEvent pure = DpEvent.pure(epsilon, guarantee.adjacency());
        return ApproximateBudget.this.cost(pure, Rational.of(delta));
      }

      @Override
      protected List<Rational> visitOther(Guarantee charge) {
        throw FilterBudget.wrongCurrency(
            charge, guarantee, "charge pure or (epsilon, delta) guarantees here");
      }
    }

    @Override
    public List<Rational> cost(DpEvent event) {
      return cost(event, Rational.ZERO);
    }

    private List<Rational> cost(DpEvent event, Rational delta) {
      return List.of(ExactCosts.rho(event, guarantee.adjacency()).times(2), delta);
    }

    /** The costs of epsilon and delta, which journals without costs held. */
    @Override
    public List<Rational> costOfDoubles(List<Double> amounts) {
      Rational epsilon = Rational.of(amounts.get(0));
      return List.of(epsilon.square(), Rational.of(amounts.get(1)));
    }
  }
}
