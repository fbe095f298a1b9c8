package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The pair that dominates every mechanism of one (epsilon, delta) with a delta above 0
 * ([@KairouzOhViswanath2015]).
 */
final class ApproximateStep extends Step {
  /** Largest number of steps of the relation whose deltas are added up. */
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

  @Override
  public PrivacyLossDistribution losses() {
    return DominatingPairs.approximate(epsilonOfAll(), deltaOfAll(), neighbours().adjacency());
  }

  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(() -> noSteps().withApproximate(epsilonOfAll(), deltaOfAll()));
  }

  private double epsilonOfAll() {
    long count = neighbours().stepCount(mechanism);
    return Rounding.multiplyUp(Enclosure.ofCount(count).upper(), mechanism.epsilon());
  }

  /**
   * For k steps of the relation, {@code P_0(A) ≤ e^ε P_1(A) + δ} applied k times gives {@code (kε,
   * δ (1 + e^ε + ... + e^((k-1)ε)))}.
   */
  private double deltaOfAll() {
    long count = neighbours().stepCount(mechanism);
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
    return Math.min(1, delta);
  }
}
