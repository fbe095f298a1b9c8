package org.assay.accountant.internal.analysis;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The cost of a run as an exact number, in a currency in which costs add up. A step costs the
 * smallest of its proved bounds. A bound is a fraction of the parameters if known, such as {@code
 * 1/(2 σ²)} for Gaussian noise, else the upper end of an enclosure.
 *
 * <p>Sums are those of {@link Rational#plusUp}.
 */
public final class ExactCosts extends CompositionAnalysis<List<Rational>> {
  private final Function<Step, List<Rational>> currency;

  /** Costs by event, because a run may have many equal steps. */
  private final Map<DpEvent, List<Rational>> known = new HashMap<>();

  private ExactCosts(Neighbours neighbours, Function<Step, List<Rational>> currency) {
    super(neighbours);
    this.currency = currency;
  }

  /**
   * The epsilon of pure differential privacy.
   *
   * @param event what is run
   * @param adjacency the relation that the cost is about
   * @return an upper bound of the event's epsilon
   * @throws UnsupportedEventException if no finite epsilon is known
   */
  public static Rational epsilon(DpEvent event, AdjacencyRelation adjacency) {
    return only(event, adjacency, ExactCosts::epsilon);
  }

  /**
   * The rho of zero-concentrated differential privacy.
   *
   * @param event what is run
   * @param adjacency the relation that the cost is about
   * @return an upper bound of the event's rho
   * @throws UnsupportedEventException if no finite rho is known
   */
  public static Rational rho(DpEvent event, AdjacencyRelation adjacency) {
    return only(event, adjacency, ExactCosts::rho);
  }

  /**
   * The square of the mu of Gaussian differential privacy.
   *
   * @param event what is run
   * @param adjacency the relation that the cost is about
   * @return an upper bound of the event's mu²
   * @throws UnsupportedEventException if no finite mu is known
   */
  public static Rational squaredMu(DpEvent event, AdjacencyRelation adjacency) {
    return only(event, adjacency, ExactCosts::squaredMu);
  }

  /**
   * Rényi divergences.
   *
   * @param event what is run
   * @param adjacency the relation that the cost is about
   * @param orders orders above 1
   * @return upper bounds of the event's divergences, in the sequence of the orders
   * @throws UnsupportedEventException if no divergence is known
   * @throws IllegalArgumentException if none is known to be finite at one of the orders
   */
  public static List<Rational> renyi(
      DpEvent event, AdjacencyRelation adjacency, Collection<Double> orders) {
    List<Double> all = List.copyOf(orders);
    Neighbours neighbours = Neighbours.of(adjacency);
    return new ExactCosts(neighbours, step -> renyi(step, all)).analyze(event);
  }

  private static Rational only(
      DpEvent event, AdjacencyRelation adjacency, Function<Step, Rational> currency) {
    return new ExactCosts(Neighbours.of(adjacency), currency.andThen(List::of))
        .analyze(event)
        .get(0);
  }

  private static Rational epsilon(Step step) {
    return step.exactEpsilon().orElseGet(() -> finite(step, "epsilon", step.epsilon().upper()));
  }

  private static Rational squaredMu(Step step) {
    return smallest(
            Stream.of(
                ifKnown(step::exactSquaredMu),
                ifKnown(() -> ifFinite(step.squaredMu().upper())),
                ifKnown(() -> ifFinite(Step.squaredMuOfPure(step.epsilon()).upper()))))
        .orElseGet(() -> finite(step, "mu", step.squaredMu().upper()));
  }

  private static Rational rho(Step step) {
    return smallestRho(step).orElseGet(() -> finite(step, "rho", rhoOfCurve(step)));
  }

  /** The smallest rho that the step's parameters, curve, mu or epsilon prove. */
  private static Optional<Rational> smallestRho(Step step) {
    return smallest(
        Stream.of(
            ifKnown(step::exactRho),
            ifKnown(() -> ifFinite(rhoOfCurve(step))),
            ifKnown(() -> ifFinite(step.squaredMu().times(0.5).upper())),
            ifKnown(() -> ifFinite(PureMechanism.zeroConcentration(step.epsilon()).upper()))));
  }

  private static Optional<Rational> smallest(Stream<Optional<Rational>> bounds) {
    return bounds.flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  private static double rhoOfCurve(Step step) {
    return step.renyi().zeroConcentration();
  }

  private static List<Rational> renyi(Step step, List<Double> orders) {
    Optional<Rational> rho = smallestRho(step);
    Optional<RdpCurve> known = ifKnown(() -> Optional.of(step.renyi()));
    if (rho.isPresent() && known.isEmpty()) {
      return orders.stream().map(rho.get()::times).toList();
    }
    RdpCurve curve = known.orElseGet(step::renyi);
    return orders.stream().map(order -> renyi(step, curve.at(order).upper(), rho, order)).toList();
  }

  private static Rational renyi(Step step, double upper, Optional<Rational> rho, double order) {
    return smallest(Stream.of(ifFinite(upper), rho.map(slope -> slope.times(order))))
        .orElseThrow(
            () ->
                new InvalidParameterException(
                    "charge of " + step.event().describe() + " at order " + order,
                    "was " + upper + ": it must be finite"));
  }

  private static Rational finite(Step step, String currency, double upper) {
    return ifFinite(upper)
        .orElseThrow(
            () ->
                new UnsupportedEventException(
                    step.event().describe(),
                    "no finite "
                        + currency
                        + " is known for it; account for it in another currency"));
  }

  private static Optional<Rational> ifFinite(double upper) {
    return upper < Double.POSITIVE_INFINITY ? Optional.of(Rational.of(upper)) : Optional.empty();
  }

  /** A step without a bound of one kind is left to the other kinds. */
  private static <T> Optional<T> ifKnown(Supplier<Optional<T>> bound) {
    try {
      return bound.get();
    } catch (UnsupportedEventException unknown) {
      return Optional.empty();
    }
  }

  @Override
  protected List<Rational> zero() {
    return List.of();
  }

  /** An empty list stands for a cost of 0 in every currency. */
  @Override
  protected List<Rational> sum(List<Rational> first, List<Rational> second) {
    return first.isEmpty() ? second : each(first, second, Rational::plusUp);
  }

  @Override
  protected List<Rational> multiple(List<Rational> once, long count) {
    Rational times = Rational.ofCount(count);
    return once.stream().map(times::times).toList();
  }

  @Override
  protected List<Rational> step(Step step) {
    List<Rational> costs = known.get(step.event());
    if (costs == null) {
      costs = step.parts().map(this::worst).orElseGet(() -> currency.apply(step));
      known.put(step.event(), costs);
    }
    return costs;
  }

  /** Disjoint parts cost as much as the worst of them. */
  private List<Rational> worst(ParallelEvent parts) {
    Neighbours added = Neighbours.of(AdjacencyRelation.ADD_OR_REMOVE);
    return new DisjointParts<>(this, between(added), this::sum, this::larger).bound(parts);
  }

  private List<Rational> larger(List<Rational> first, List<Rational> second) {
    return each(first, second, Rational::max);
  }

  private static List<Rational> each(
      List<Rational> first, List<Rational> second, BinaryOperator<Rational> operation) {
    return IntStream.range(0, first.size())
        .mapToObj(i -> operation.apply(first.get(i), second.get(i)))
        .toList();
  }

  @Override
  ExactCosts between(Neighbours others) {
    return new ExactCosts(others, currency);
  }
}
