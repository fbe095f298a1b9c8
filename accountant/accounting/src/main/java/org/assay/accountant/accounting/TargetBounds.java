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

/** What an event spends, rounded up, in the unit of each kind of target. */
final class TargetBounds {
  /** Finer than the default of convolutions, as all slack ends up in the answer. */
  private static final double ACCURACY = 1e-4;

  /**
   * The width of an enclosure over its distance from the target, both relative, at which a search
   * knows which side it is on and about how far it has to go.
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
   * Epsilon by the tightest method known for the event. Convolutions are as narrow as needed only:
   * a finer lattice costs more in every one of a calibration's many evaluations, and the slack is
   * on the safe side; who wants it smaller asks for the exact value.
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

  /** Delta at the target's epsilon by that method, as far from the target's delta as it may be. */
  static ToDoubleFunction<DpEvent> byDelta(Guarantee.Approximate target) {
    double delta = target.delta();
    double epsilon = target.epsilon();
    return once(
        event -> rough(event, target).guaranteedDelta(epsilon, found -> decides(found, delta)));
  }

  /**
   * Whether an enclosure tells the side of the target, and about how far away the value is. One
   * with the target inside is wider than that: of {@code [l, u]} the width {@code (u − l)/l} is at
   * least {@code log(u/l)}, and this at least {@code log(u/target)}. No positive number is near a
   * target of 0, and an infinite end tells nothing: such enclosures are narrowed further.
   */
  static boolean decides(Enclosure found, double target) {
    boolean comparable = target > 0 && found.upper() < Double.POSITIVE_INFINITY;
    return comparable
        && found.relativeWidth() <= TELLING * Math.abs(Math.log(found.upper() / target));
  }

  /** Whether deltas are cheaper than epsilons. */
  static boolean inverts(DpEvent event, Guarantee.Approximate target) {
    return rough(event, target).inverts();
  }

  /** Events that mean the same are evaluated once, as thresholds between two whole counts are. */
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
