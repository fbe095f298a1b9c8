package org.assay.accountant.analysis;

import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The pair that dominates every mechanism of one (epsilon, delta) with a delta above 0
 * ([@KairouzOhViswanath2015]).
 */
final class ApproximateStep extends Step {
  private static final long MOST_STEPS = 100_000;

  private final ApproximateEvent mechanism;

  ApproximateStep(ApproximateEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
  }

  @Override
  public RdpCurve renyi() {
    throw ZcdpStep.carriesDelta(mechanism);
  }

  /**
   * For k steps of the relation, {@code P_0(A) ≤ e^ε P_1(A) + δ} applied k times gives {@code (kε,
   * δ (1 + e^ε + ... + e^((k-1)ε)))}.
   */
  @Override
  public PrivacyLossDistribution losses() {
    long count = neighbours().stepCount(mechanism);
    double epsilon = Rounding.multiplyUp(Enclosure.ofCount(count).upper(), mechanism.epsilon());
    double delta = mechanism.delta();
    double factor = Rounding.expUp(mechanism.epsilon());
    for (long i = 1; i < count && delta < 1; i++) {
      if (i == MOST_STEPS) {
        throw new UnsupportedEventException(
            mechanism.describe(),
            "a group of " + neighbours().size() + " is too large for its delta to be added up");
      }
      delta = Rounding.addUp(Rounding.multiplyUp(delta, factor), mechanism.delta());
    }
    return DominatingPairs.approximate(epsilon, Math.min(1, delta), neighbours().adjacency());
  }
}
