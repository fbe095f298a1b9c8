package org.assay.accountant.internal.analysis;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

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
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The cost of a run as an exact number, in a currency in which costs add up. A step costs the
 * smallest of its proved bounds. A bound is a fraction of the parameters if one is known, such as
 * {@code 1/(2 σ²)} for Gaussian noise. Otherwise it is the upper end of an enclosure.
 *
 * <p>Sums are those of {@link Rational#plusUp}.
 */
public final class ExactCosts extends Fold<List<Rational>> {
  private static final String EPSILON = "epsilon";

  private final Function<Step, List<Rational>> currency;

  /** The currency in which no number counts as stated. */
  private final Function<Step, List<Rational>> computed;

  /** Costs by mechanism, because a run may have many equal steps. */
  private final Map<Mechanism, List<Rational>> known = new HashMap<>();

  /** The inputs of a step's cost: a group of records pays more for the event than one record. */
  private record Mechanism(DpEvent event, Neighbours neighbours) {}

  private ExactCosts(Function<Step, List<Rational>> currency) {
    this(currency, currency);
  }

  private ExactCosts(
      Function<Step, List<Rational>> currency, Function<Step, List<Rational>> computed) {
    this.currency = currency;
    this.computed = computed;
  }

  @Override
  Fold<List<Rational>> computed() {
    return currency.equals(computed) ? this : new ExactCosts(computed);
  }

  /**
   * The epsilon of pure differential privacy.
   *
   * @param event what is run
   * @param adjacency the relation of the cost
   * @return an upper bound of the event's epsilon
   * @throws UnsupportedEventException if no finite epsilon is known
   */
  public static Rational epsilon(DpEvent event, AdjacencyRelation adjacency) {
    return only(event, adjacency, ExactCosts::epsilon);
  }

  /**
   * The epsilon of pure differential privacy, where a stated epsilon is the decimal that its text
   * shows: {@link Rational#ofDecimal}.
   *
   * @param event what is run
   * @param adjacency the relation of the cost
   * @return an upper bound of the event's epsilon
   * @throws UnsupportedEventException if no finite epsilon is known
   */
  public static Rational statedEpsilon(DpEvent event, AdjacencyRelation adjacency) {
    return only(
        event,
        adjacency,
        step -> step.statedEpsilon().orElseGet(() -> finite(step, EPSILON, step.epsilon().upper())),
        ExactCosts::epsilon);
  }

  /**
   * The rho of zero-concentrated differential privacy, where a stated rho is the decimal that its
   * text shows.
   *
   * @param event what is run
   * @param adjacency the relation of the cost
   * @return an upper bound of the event's rho
   * @throws UnsupportedEventException if no finite rho is known
   */
  public static Rational statedRho(DpEvent event, AdjacencyRelation adjacency) {
    return only(
        event,
        adjacency,
        step -> Step.ofKnown(step::statedRho).map(rho(step)::min).orElseGet(() -> rho(step)),
        ExactCosts::rho);
  }

  /**
   * The Rényi divergence of one order; steps without a known finite divergence cost {@code
   * unbounded}.
   *
   * @param event what is run
   * @param adjacency the relation of the cost
   * @param order above 1
   * @param unbounded cost of a step without a known finite divergence
   * @return an upper bound of the event's divergence, at least {@code unbounded} if a step has none
   */
  public static Rational renyiOr(
      DpEvent event, AdjacencyRelation adjacency, double order, Rational unbounded) {
    return ifKnown(
            () ->
                only(
                    event,
                    adjacency,
                    step ->
                        smallest(
                                Stream.of(
                                    ifKnown(() -> step.renyi().at(order).upper())
                                        .flatMap(ExactCosts::ifFinite),
                                    smallestRho(step).map(slope -> slope.times(order))))
                            .orElse(unbounded)))
        .orElse(unbounded);
  }

  /**
   * The rho of zero-concentrated differential privacy.
   *
   * @param event what is run
   * @param adjacency the relation of the cost
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
   * @param adjacency the relation of the cost
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
   * @param adjacency the relation of the cost
   * @param orders orders above 1
   * @return upper bounds of the event's divergences, in the sequence of the orders
   * @throws UnsupportedEventException if no divergence is known
   * @throws IllegalArgumentException if none is known to be finite at one of the orders
   */
  public static List<Rational> renyi(
      DpEvent event, AdjacencyRelation adjacency, Collection<Double> orders) {
    List<Double> all = List.copyOf(orders);
    return Steps.of(event, adjacency).fold(new ExactCosts(step -> renyi(step, all)));
  }

  private static Rational only(
      DpEvent event, AdjacencyRelation adjacency, Function<Step, Rational> currency) {
    return only(event, adjacency, currency, currency);
  }

  /** The costs where the numbers of a dominating event are computed, not stated. */
  private static Rational only(
      DpEvent event,
      AdjacencyRelation adjacency,
      Function<Step, Rational> stated,
      Function<Step, Rational> computed) {
    return Steps.of(event, adjacency)
        .fold(new ExactCosts(stated.andThen(List::of), computed.andThen(List::of)))
        .get(0);
  }

  private static Rational epsilon(Step step) {
    return step.exactEpsilon().orElseGet(() -> finite(step, EPSILON, step.epsilon().upper()));
  }

  private static Rational squaredMu(Step step) {
    return smallest(
            Stream.of(
                Step.ofKnown(step::exactSquaredMu),
                bounded(step::squaredMu),
                bounded(() -> Step.squaredMuOfPure(step.epsilon()))))
        .orElseGet(() -> finite(step, "mu", step.squaredMu().upper()));
  }

  private static Rational rho(Step step) {
    return smallestRho(step).orElseGet(() -> finite(step, "rho", rhoOfCurve(step)));
  }

  /** The smallest rho that the step's parameters, curve, mu or epsilon prove. */
  private static Optional<Rational> smallestRho(Step step) {
    return smallest(
        Stream.of(
            Step.ofKnown(step::exactRho),
            ifKnown(() -> rhoOfCurve(step)).flatMap(ExactCosts::ifFinite),
            bounded(() -> step.squaredMu().times(0.5)),
            bounded(() -> PureMechanism.zeroConcentration(step.epsilon()))));
  }

  private static Optional<Rational> smallest(Stream<Optional<Rational>> bounds) {
    return bounds.flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  private static double rhoOfCurve(Step step) {
    return step.renyi().zeroConcentration();
  }

  private static List<Rational> renyi(Step step, List<Double> orders) {
    Optional<Rational> rho = smallestRho(step);
    Optional<RdpCurve> known = ifKnown(step::renyi);
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

  /** The upper end of a bound, if the bound is known and finite. */
  private static Optional<Rational> bounded(Supplier<Enclosure> bound) {
    return ifKnown(bound).map(Enclosure::upper).flatMap(ExactCosts::ifFinite);
  }

  private static Optional<Rational> ifFinite(double upper) {
    return upper < Double.POSITIVE_INFINITY ? Optional.of(Rational.of(upper)) : Optional.empty();
  }

  @Override
  List<Rational> zero() {
    return List.of();
  }

  /** An empty list represents a cost of 0 in every currency. */
  @Override
  List<Rational> sum(List<Rational> first, List<Rational> second) {
    return first.isEmpty() ? second : each(first, second, Rational::plusUp);
  }

  @Override
  List<Rational> multiple(List<Rational> once, long count) {
    Rational times = Rational.ofCount(count);
    return once.stream().map(times::times).toList();
  }

  @Override
  List<Rational> step(Step step) {
    Mechanism mechanism = new Mechanism(step.event(), step.neighbours());
    List<Rational> costs = known.get(mechanism);
    if (costs == null) {
      costs =
          step.parts()
              .map(parts -> worst(parts, step.neighbours()))
              .orElseGet(() -> currency.apply(step));
      known.put(mechanism, costs);
    }
    return costs;
  }

  /** Disjoint parts cost as much as the worst of them. */
  private List<Rational> worst(ParallelEvent parts, Neighbours neighbours) {
    return new DisjointParts<>(
            neighbours,
            steps -> steps.fold(new ExactCosts(currency, computed)),
            this::sum,
            this::larger)
        .bound(parts);
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
}
