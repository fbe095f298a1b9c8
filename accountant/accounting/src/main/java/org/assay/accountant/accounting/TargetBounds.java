package org.assay.accountant.accounting;

import java.util.function.ToDoubleFunction;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/** What an event spends, rounded up, in the unit of each kind of target. */
final class TargetBounds {
  /** Finer than the default of convolutions, as all slack ends up in the answer. */
  private static final double ACCURACY = 1e-4;

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
    return event -> rough(event, target).guaranteedEpsilon(delta);
  }

  /** Delta at the target's epsilon by that method. */
  static ToDoubleFunction<DpEvent> byDelta(Guarantee.Approximate target) {
    return event -> rough(event, target).delta(target.epsilon()).value().upper();
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
