package org.assay.verify.replay;

import java.util.Comparator;
import java.util.Map;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.internal.inference.TradeoffEdges;
import org.assay.verify.replay.ReplayReport.DeclaredCost;

/**
 * Compares the cost of an event with a claim, in the claim's own currency. A profile is compared at
 * each of its points, a trade-off curve at each of its edges. Each comparison is one of delta at
 * one epsilon.
 */
final class CostAccount implements Guarantee.Visitor<DeclaredCost> {
  /**
   * Rényi orders at which a zero-concentrated claim is compared: rho is at least divergence over
   * order. Not tuned.
   */
  private static final double[] ORDERS = {1.0625, 1.25, 1.5, 2, 3, 4, 8, 16, 32, 64, 256, 1024};

  private final DpEvent event;
  private final Cost cost;

  private CostAccount(DpEvent event, AdjacencyRelation adjacency) {
    this.event = event;
    this.cost = Cost.of(event, adjacency);
  }

  /**
   * Whether the cost is a sum or a closed form. The delta of noise that is not purely private needs
   * a convolution instead, a hundred milliseconds or more.
   */
  static boolean isQuick(DpEvent event, Guarantee claim) {
    return !claim.accept(new IsAboutDelta()) || IsPure.of(event);
  }

  /**
   * The cost that exceeds the claim most, over all comparisons.
   *
   * @throws UnsupportedEventException if no theorem known to the accountant bounds the event
   */
  static DeclaredCost of(DpEvent event, Guarantee claim) {
    return claim.accept(new CostAccount(event, claim.adjacency()));
  }

  @Override
  public DeclaredCost visitPure(Guarantee.Pure claim) {
    return new DeclaredCost("epsilon", pureEpsilon(), claim.epsilon());
  }

  @Override
  public DeclaredCost visitApproximate(Guarantee.Approximate claim) {
    return at(claim.epsilon(), claim.delta());
  }

  @Override
  public DeclaredCost visitGaussian(Guarantee.Gaussian claim) {
    return new DeclaredCost("mu", cost.mu().upper(), claim.mu());
  }

  @Override
  public DeclaredCost visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
    RdpCurve curve = cost.renyi();
    double largest = 0;
    for (double order : ORDERS) {
      largest = Math.max(largest, curve.at(order).upper() / order);
    }
    return new DeclaredCost("rho", largest, claim.rho());
  }

  @Override
  public DeclaredCost visitRenyi(Guarantee.Renyi claim) {
    RdpCurve curve = cost.renyi();
    DeclaredCost worst = new DeclaredCost("divergence", 0, Double.POSITIVE_INFINITY);
    for (Map.Entry<Double, Double> point : claim.epsilonByOrder().entrySet()) {
      double divergence = curve.at(point.getKey()).upper();
      String unit = "divergence of order " + point.getKey();
      DeclaredCost here = new DeclaredCost(unit, divergence, point.getValue());
      boolean worse = here.declared() - here.claimed() > worst.declared() - worst.claimed();
      worst = worse ? here : worst;
    }
    return worst;
  }

  @Override
  public DeclaredCost visitProfile(Guarantee.Profile claim) {
    return claim.deltaByEpsilon().entrySet().stream()
        .map(point -> at(point.getKey(), point.getValue()))
        .max(Comparator.comparingDouble(DeclaredCost::shareOfClaim))
        .orElseThrow();
  }

  /** A convex curve holds if the line through each of its edges does. */
  @Override
  public DeclaredCost visitTradeoff(Guarantee.Tradeoff claim) {
    PrivacyProfile implied = PrivacyProfile.of(claim);
    return TradeoffEdges.slopes(claim).stream()
        .map(epsilon -> at(epsilon, implied.delta(epsilon).upper()))
        .max(Comparator.comparingDouble(DeclaredCost::shareOfClaim))
        .orElseThrow();
  }

  private DeclaredCost at(double epsilon, double delta) {
    String unit = "delta at epsilon " + epsilon;
    if (epsilon == Double.POSITIVE_INFINITY) {
      return new DeclaredCost(unit, 0, delta);
    }
    DeclaredCost pure = new DeclaredCost("epsilon", pureEpsilon(), epsilon);
    if (delta == 0 || !pure.exceedsClaim()) {
      return pure;
    }
    // Deltas are compared, not epsilons: one evaluation of the profile instead of a search. The
    // upper end would include the error of a convolution, which a tight claim need not allow for.
    return new DeclaredCost(unit, cost.delta(epsilon).value().lower(), delta);
  }

  private double pureEpsilon() {
    // Each part is billed by itself. Cost#pureEpsilonOrInfinity would refuse a coin with a delta,
    // since its Rényi divergence is infinite.
    return IsPure.of(event) ? cost.pureEpsilon().upper() : Double.POSITIVE_INFINITY;
  }

  /** Whether a claim bounds a delta, with which the cost is then compared. */
  private static final class IsAboutDelta extends DefaultGuaranteeVisitor<Boolean> {
    @Override
    public Boolean visitApproximate(Guarantee.Approximate claim) {
      return true;
    }

    @Override
    public Boolean visitProfile(Guarantee.Profile claim) {
      return true;
    }

    @Override
    public Boolean visitTradeoff(Guarantee.Tradeoff claim) {
      return true;
    }

    @Override
    protected Boolean visitOther(Guarantee claim) {
      return false;
    }
  }

  /**
   * Whether a declared event can be purely private. Gaussian noise and a coin with a delta are not,
   * at any epsilon.
   */
  static final class IsPure extends DefaultVisitor<Boolean> {
    private IsPure() {}

    static boolean of(DpEvent event) {
      return event.accept(new IsPure());
    }

    @Override
    public Boolean visitComposed(ComposedEvent sequence) {
      return sequence.events().stream().allMatch(part -> part.accept(this));
    }

    @Override
    public Boolean visitSelfComposed(SelfComposedEvent repeated) {
      return repeated.event().accept(this);
    }

    @Override
    public Boolean visitPoissonSampled(PoissonSampledEvent sampled) {
      return sampled.samplingProbability() == 0 || sampled.event().accept(this);
    }

    @Override
    public Boolean visitGaussian(GaussianEvent noise) {
      return false;
    }

    @Override
    public Boolean visitDiscreteGaussian(DiscreteGaussianEvent noise) {
      return false;
    }

    @Override
    public Boolean visitApproximate(ApproximateEvent coin) {
      return !(coin.delta() > 0);
    }

    @Override
    protected Boolean visitOther(DpEvent other) {
      return true;
    }
  }
}
