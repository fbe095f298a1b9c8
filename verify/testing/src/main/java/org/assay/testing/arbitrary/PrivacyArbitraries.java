package org.assay.testing.arbitrary;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.verify.trial.Mechanism;

/** The arbitraries that {@link PrivacyArbitraryProvider} finds, for use in your own providers. */
public final class PrivacyArbitraries {
  private PrivacyArbitraries() {}

  /**
   * Adjacency relations.
   *
   * @return all three
   */
  public static Arbitrary<AdjacencyRelation> relations() {
    return Arbitraries.of(AdjacencyRelation.values());
  }

  /**
   * Events whose Rényi curve is known under a relation: mechanisms, repeated, in sequence, for
   * groups, and sampled Gaussians if they have a bound.
   *
   * @param adjacency the relation
   * @return the events
   */
  public static Arbitrary<DpEvent> events(AdjacencyRelation adjacency) {
    Arbitrary<DpEvent> parts =
        adjacency == AdjacencyRelation.ADD_OR_REMOVE
            ? Arbitraries.oneOf(mechanismEvents(adjacency), sampledGaussians(adjacency))
            : mechanismEvents(adjacency);
    Arbitrary<DpEvent> repeated =
        Combinators.combine(parts, Arbitraries.longs().between(1, 10_000)).as(DpEvent::times);
    Arbitrary<DpEvent> sequences =
        Arbitraries.oneOf(parts, repeated)
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(events -> DpEvent.sequence(events.toArray(DpEvent[]::new)));
    Arbitrary<DpEvent> groups =
        Combinators.combine(mechanismEvents(adjacency), Arbitraries.longs().between(1, 4))
            .as(DpEvent::forGroupsOf);
    return Arbitraries.oneOf(parts, repeated, sequences, groups);
  }

  /**
   * Rényi curves: those of events, zero-concentrated ones, and sums of two.
   *
   * @param adjacency the relation
   * @return the curves
   */
  public static Arbitrary<RdpCurve> curves(AdjacencyRelation adjacency) {
    Arbitrary<RdpCurve> single =
        Arbitraries.oneOf(
            numbers(0, 10).map(rho -> RdpCurve.zeroConcentrated(Enclosure.exact(rho), adjacency)),
            events(adjacency).map(event -> Accountant.rdp(adjacency).compose(event).curve()));
    return Arbitraries.oneOf(single, Combinators.combine(single, single).as(RdpCurve::plus));
  }

  /**
   * Guarantees of every kind except profiles and trade-off curves.
   *
   * @param adjacency the relation
   * @return the guarantees
   */
  public static Arbitrary<Guarantee> guarantees(AdjacencyRelation adjacency) {
    Arbitrary<Double> sizes = numbers(0.01, 10);
    Arbitrary<Double> deltas = Arbitraries.of(1e-3, 1e-5, 1e-6, 1e-9, 0.1);
    return Arbitraries.oneOf(
        sizes.map(epsilon -> new Guarantee.Pure(epsilon, adjacency)),
        Combinators.combine(sizes, deltas)
            .as((epsilon, delta) -> new Guarantee.Approximate(epsilon, delta, adjacency)),
        sizes.map(rho -> new Guarantee.ZeroConcentrated(rho, adjacency)),
        sizes.map(mu -> new Guarantee.Gaussian(mu, adjacency)),
        Combinators.combine(numbers(1.1, 64), sizes)
            .as(
                (order, epsilon) ->
                    new Guarantee.Renyi(new TreeMap<>(Map.of(order, epsilon)), adjacency)));
  }

  /**
   * Mechanisms on lists of numbers that keep their claims.
   *
   * @param adjacency the relation
   * @return the mechanisms
   */
  public static Arbitrary<ClaimedMechanism> mechanisms(AdjacencyRelation adjacency) {
    Arbitrary<Double> scales = numbers(0.5, 20);
    return Arbitraries.oneOf(
        scales.map(scale -> NoisySums.laplace(scale, adjacency)),
        scales.map(sigma -> NoisySums.gaussian(sigma, adjacency)),
        numbers(0.05, 3).map(epsilon -> NoisySums.randomizedResponse(epsilon, adjacency)));
  }

  /**
   * Convex losses of a real prediction.
   *
   * @return the losses
   */
  public static Arbitrary<ConvexLoss> losses() {
    Arbitrary<ConvexLoss> single =
        Arbitraries.oneOf(
            List.of(
                Arbitraries.of(ConvexLoss.logistic(), ConvexLoss.hinge()),
                numbers(-3, 3).map(ConvexLoss::absolute),
                numbers(0.01, 0.99).map(ConvexLoss::pinball),
                numbers(0.01, 5).map(ConvexLoss::huber)));
    return Combinators.combine(single, Arbitraries.oneOf(Arbitraries.just(1.0), numbers(0.01, 10)))
        .as((loss, weight) -> weight == 1 ? loss : loss.times(weight));
  }

  private static Arbitrary<DpEvent> mechanismEvents(AdjacencyRelation adjacency) {
    Sensitivity unit = Sensitivity.unit(adjacency);
    Arbitrary<Double> noise = numbers(0.3, 50);
    return Arbitraries.oneOf(
        noise.map(multiplier -> DpEvent.gaussian(multiplier, unit)),
        noise.map(multiplier -> DpEvent.laplace(multiplier, unit)),
        noise.map(sigma -> DpEvent.discreteGaussian(sigma, unit)),
        noise.map(scale -> DpEvent.discreteLaplace(scale, unit)),
        numbers(0.05, 0.95).map(truth -> DpEvent.randomizedResponse(truth, adjacency)),
        numbers(0.01, 5).map(epsilon -> DpEvent.exponentialMechanism(epsilon, adjacency)),
        numbers(0.01, 5).map(epsilon -> DpEvent.pure(epsilon, adjacency)),
        numbers(0.001, 5).map(rho -> DpEvent.zcdp(rho, adjacency)));
  }

  private static Arbitrary<DpEvent> sampledGaussians(AdjacencyRelation adjacency) {
    return Combinators.combine(numbers(0.5, 20), numbers(0.001, 1))
        .as(
            (noise, probability) ->
                DpEvent.gaussian(noise, Sensitivity.unit(adjacency)).poissonSampled(probability));
  }

  /** Numbers with three decimals: enough to tell them apart, few enough to read. */
  private static Arbitrary<Double> numbers(double low, double high) {
    return Arbitraries.doubles().between(low, high).ofScale(3);
  }

  /**
   * Mechanisms that release a sum of clipped records with noise. One record moves the sum by at
   * most 1 under each relation.
   */
  private static final class NoisySums {
    /** Sums and releases are multiples of one over this number. */
    private static final double GRID = 16;

    private NoisySums() {}

    static ClaimedMechanism laplace(double scale, AdjacencyRelation adjacency) {
      return new ClaimedMechanism(
          "sum with Laplace noise of scale " + scale,
          Mechanism.ofScalar((records, random) -> onGrid(sum(records) + laplace(scale, random))),
          new Guarantee.Pure(Math.nextUp(1 / scale), adjacency),
          DpEvent.laplace(scale, Sensitivity.unit(adjacency)));
    }

    static ClaimedMechanism gaussian(double sigma, AdjacencyRelation adjacency) {
      return new ClaimedMechanism(
          "sum with Gaussian noise of standard deviation " + sigma,
          Mechanism.ofScalar(
              (records, random) -> onGrid(sum(records) + sigma * random.nextGaussian())),
          new Guarantee.Gaussian(Math.nextUp(1 / sigma), adjacency),
          DpEvent.gaussian(sigma, Sensitivity.unit(adjacency)));
    }

    static ClaimedMechanism randomizedResponse(double epsilon, AdjacencyRelation adjacency) {
      double truth = 1 / (1 + Math.exp(-epsilon));
      return new ClaimedMechanism(
          "whether the sum is odd, by randomized response at epsilon " + epsilon,
          Mechanism.ofScalar(
              (records, random) -> {
                boolean odd = Math.rint(sum(records)) % 2 != 0;
                return odd == random.nextDouble() < truth ? 1 : 0;
              }),
          new Guarantee.Pure(epsilon * (1 + 1e-12), adjacency),
          DpEvent.randomizedResponse(truth, adjacency));
    }

    private static double sum(List<Double> records) {
      double sum = 0;
      for (double number : records) {
        sum += number >= 0 ? Math.rint(GRID * Math.min(1, number)) / GRID : 0;
      }
      return sum;
    }

    private static double laplace(double scale, RandomGenerator random) {
      double magnitude = scale * random.nextExponential();
      return random.nextBoolean() ? magnitude : -magnitude;
    }

    /**
     * Rounds to the grid. Rounding is post-processing; without it the lowest bits would betray the
     * sum.
     */
    private static double onGrid(double value) {
      return Math.rint(GRID * value) / GRID + 0.0;
    }
  }
}
