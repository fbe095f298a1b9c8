package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.selection.BestRun;
import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** The best of a random number of runs; the theorems hold for neighbours of any kind. */
final class RepeatAndSelectStep extends Step {
  private final RepeatAndSelectEvent selection;

  RepeatAndSelectStep(RepeatAndSelectEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.selection = event;
  }

  @Override
  public RdpCurve renyi() {
    RdpCurve once = Steps.of(selection.event(), neighbours()).renyi();
    Optional<MixedComposition> exact = Steps.of(selection.event(), neighbours()).composition();
    BestRun best = new BestRun(selection.repetitions(), new Run(once, exact));
    return RdpCurve.of(neighbours().adjacency(), best::renyi).withoutConvexity();
  }

  private record Run(RdpCurve curve, Optional<MixedComposition> exact)
      implements Repetitions.SingleRun {
    @Override
    public Enclosure renyi(double order) {
      return curve.at(order);
    }

    @Override
    public double delta(double epsilon) {
      double byOrders = Math.min(1, RenyiConversion.bestLogDelta(curve, epsilon).exp().upper());
      return exact.map(run -> Math.min(byOrders, run.delta(epsilon).upper())).orElse(byOrders);
    }
  }

  @Override
  public Enclosure epsilon() {
    return selection.repetitions().pure(Steps.of(selection.event(), neighbours()).epsilon());
  }

  @Override
  public PrivacyLossDistribution losses() {
    throw new UnsupportedEventException(
        selection.describe(),
        "no pair of distributions is known that dominates the best of several runs; alone and in"
            + " sequences it is bounded through Rényi divergences");
  }
}
