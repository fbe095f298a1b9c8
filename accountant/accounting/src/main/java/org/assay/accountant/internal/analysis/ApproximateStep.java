package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The pair that dominates every mechanism of one (epsilon, delta) with a delta above 0
 * ([@KairouzOhViswanath2015]).
 */
final class ApproximateStep extends Step {
  /**
   * Largest number of steps of the relation whose deltas are added up. Not tuned: bounds the time.
   */
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
    Stated all = ofAll();
    return DominatingPairs.approximate(all.epsilon, all.delta, neighbours().adjacency());
  }

  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(
        () -> {
          Stated all = ofAll();
          return noSteps().withApproximate(all.epsilon, all.delta);
        });
  }

  private Stated ofAll() {
    return new Stated(mechanism.epsilon(), mechanism.delta())
        .over(neighbours().stepCount(mechanism), mechanism);
  }

  /** A stated epsilon and delta. */
  record Stated(double epsilon, double delta) {
    /**
     * For k steps of the relation, {@code P_0(A) ≤ e^ε P_1(A) + δ} applied k times gives {@code
     * (kε, δ (1 + e^ε + ... + e^((k-1)ε)))}.
     */
    Stated over(long count, DpEvent event) {
      double sum = delta;
      double factor = Rounding.expUp(epsilon);
      for (long i = 1; i < count && delta > 0 && sum < 1; i++) {
        if (i == MOST_STEPS) {
          throw new UnsupportedEventException(
              event.describe(),
              "a group of " + count + " steps is too large for its delta to be added up");
        }
        sum = Rounding.addUp(Rounding.multiplyUp(sum, factor), delta);
      }
      double whole = Rounding.multiplyUp(Enclosure.ofCount(count).upper(), epsilon);
      return new Stated(whole, Math.min(1, sum));
    }
  }
}
