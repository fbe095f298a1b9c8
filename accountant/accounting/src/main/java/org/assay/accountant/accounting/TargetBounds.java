package org.assay.accountant.accounting;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/** The cost of an event, rounded up, in the unit of each kind of target. */
final class TargetBounds {
  /**
   * Accuracy of convolutions, finer than the default, as their error is part of the answer. Not
   * tuned.
   */
  private static final double ACCURACY = 1e-4;

  /**
   * Relative width of an enclosure, in units of its relative distance from the target, at which a
   * search knows the side of the target and about how far to go. Not tuned.
   */
  private static final double TELLING = 0.2;

  private TargetBounds() {}

  /** Epsilon by Rényi divergences. */
  static ToDoubleFunction<DpEvent> byRenyi(Guarantee.Approximate target) {
    Accountant empty = Accountant.rdp(target.adjacency());
    double delta = Parameters.requireOpenProbability("delta", target.delta());
    return event -> empty.compose(event).epsilonAt(delta).upper();
  }

  /** Epsilon by Gaussian differential privacy. */
  static ToDoubleFunction<DpEvent> byGaussian(Guarantee.Approximate target) {
    AdjacencyRelation adjacency = target.adjacency();
    double delta = Parameters.requireOpenProbability("delta", target.delta());
    return event ->
        GaussianMechanism.epsilon(Steps.of(event, adjacency).squaredMu().sqrt().upper(), delta)
            .upper();
  }

  /**
   * Epsilon by the tightest method known for the event. Convolutions are only as narrow as needed.
   * A finer lattice would take more time in each of a calibration's many evaluations, and the error
   * is on the safe side. {@link #exact} has a smaller error.
   */
  static ToDoubleFunction<DpEvent> tightest(Guarantee.Approximate target) {
    double delta = Parameters.requireOpenProbability("delta", target.delta());
    return once(event -> rough(event, target).guaranteedEpsilon(delta, Question.NARROWEST));
  }

  /** An epsilon on the same side of the target as the tightest one, perhaps farther from it. */
  static ToDoubleFunction<DpEvent> deciding(Guarantee.Approximate target) {
    double delta = Parameters.requireOpenProbability("delta", target.delta());
    double epsilon = target.epsilon();
    return once(
        event -> rough(event, target).guaranteedEpsilon(delta, found -> decides(found, epsilon)));
  }

  /**
   * Delta at the target's epsilon by the tightest method, perhaps farther from the target's delta.
   */
  static ToDoubleFunction<DpEvent> byDelta(Guarantee.Approximate target) {
    double delta = target.delta();
    double epsilon = target.epsilon();
    return once(
        event -> rough(event, target).guaranteedDelta(epsilon, found -> decides(found, delta)));
  }

  /**
   * Whether an enclosure shows the side of the target, and about how far away the value is. If
   * {@code [l, u]} contains the target, its width {@code (u − l)/l} is at least {@code log(u/l)},
   * and so at least {@code log(u/target)}: the enclosure is too wide. The same holds for a target
   * of 0 and for an infinite end. Such enclosures are narrowed further.
   */
  static boolean decides(Enclosure found, double target) {
    boolean comparable = target > 0 && found.upper() < Double.POSITIVE_INFINITY;
    return comparable
        && found.relativeWidth() <= TELLING * Math.abs(Math.log(found.upper() / target));
  }

  /** Whether deltas take less time than epsilons. */
  static boolean inverts(DpEvent event, Guarantee.Approximate target) {
    return rough(event, target).inverts();
  }

  /** Evaluates events of the same meaning once, such as thresholds between two integers. */
  private static ToDoubleFunction<DpEvent> once(ToDoubleFunction<DpEvent> bound) {
    Map<DpEvent, Double> known = new ConcurrentHashMap<>();
    return event -> known.computeIfAbsent(EventMeaning.of(event), bound::applyAsDouble);
  }

  private static TightestBound rough(DpEvent event, Guarantee.Approximate target) {
    return TightestBound.of(event, target.adjacency()).withAccuracy(Accuracy.ROUGH.needed());
  }

  /**
   * Epsilon by the tightest method, refusing events whose true epsilon no known method encloses.
   */
  static ToDoubleFunction<DpEvent> exact(Guarantee.Approximate target) {
    Parameters.requireOpenProbability("delta", target.delta());
    return event -> {
      TightestBound.Bound bound = bound(event, target);
      if (!bound.method().exact()) {
        throw new UnsupportedEventException(
            event.describe(), "its true epsilon is not known here; use the Rényi bound");
      }
      return bound.value().upper();
    };
  }

  private static TightestBound.Bound bound(DpEvent event, Guarantee.Approximate target) {
    return TightestBound.of(event, target.adjacency())
        .withAccuracy(ACCURACY)
        .epsilon(target.delta());
  }

  /** The rho of zero-concentrated differential privacy, as filters charge it. */
  static ToDoubleFunction<DpEvent> zeroConcentrated(AdjacencyRelation adjacency) {
    return event -> ExactCosts.rho(event, adjacency).up();
  }

  /** The mu of Gaussian differential privacy, as filters charge it. */
  static ToDoubleFunction<DpEvent> gaussian(AdjacencyRelation adjacency) {
    return event -> ExactCosts.squaredMu(event, adjacency).sqrtUp();
  }
}
