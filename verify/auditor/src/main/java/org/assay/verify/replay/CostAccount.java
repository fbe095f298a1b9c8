package org.assay.verify.replay;

import java.util.Comparator;
import java.util.Map;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.GaussianAnalysis;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.analysis.RdpAnalysis;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.inference.TradeoffEdges;

/**
 * Compares what an event costs with a claim, in the claim's own currency. A profile is compared
 * point by point and a trade-off curve edge by edge, each of which is a statement about delta at
 * one epsilon.
 */
final class CostAccount implements Guarantee.Visitor<DeclaredCost> {
  /** Where a zero-concentrated claim is tried: rho is at least divergence over order. */
  private static final double[] ORDERS = {1.0625, 1.25, 1.5, 2, 3, 4, 8, 16, 32, 64, 256, 1024};

  private final DpEvent event;

  private CostAccount(DpEvent event) {
    this.event = event;
  }

  /**
   * Whether the cost is a sum or a formula. The delta of noise that is not purely private takes a
   * convolution, a hundred milliseconds or more.
   */
  static boolean isQuick(DpEvent event, Guarantee claim) {
    return !isAboutDelta(claim) || isPure(event);
  }

  private static boolean isAboutDelta(Guarantee claim) {
    return claim instanceof Guarantee.Approximate
        || claim instanceof Guarantee.Profile
        || claim instanceof Guarantee.Tradeoff;
  }

  /**
   * The cost where it exceeds the claim most.
   *
   * @throws UnsupportedEventException if no theorem known to the accountant bounds the event
   */
  static DeclaredCost of(DpEvent event, Guarantee claim) {
    return claim.accept(new CostAccount(event));
  }

  @Override
  public DeclaredCost visitPure(Guarantee.Pure claim) {
    return new DeclaredCost("epsilon", pureEpsilon(claim.adjacency()), claim.epsilon());
  }

  @Override
  public DeclaredCost visitApproximate(Guarantee.Approximate claim) {
    return at(claim.epsilon(), claim.delta(), claim.adjacency());
  }

  @Override
  public DeclaredCost visitGaussian(Guarantee.Gaussian claim) {
    double mu = new GaussianAnalysis(claim.adjacency()).analyze(event).sqrt().upper();
    return new DeclaredCost("mu", mu, claim.mu());
  }

  @Override
  public DeclaredCost visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
    RdpCurve curve = new RdpAnalysis(claim.adjacency()).analyze(event);
    double largest = 0;
    for (double order : ORDERS) {
      largest = Math.max(largest, curve.at(order).upper() / order);
    }
    return new DeclaredCost("rho", largest, claim.rho());
  }

  @Override
  public DeclaredCost visitRenyi(Guarantee.Renyi claim) {
    RdpCurve curve = new RdpAnalysis(claim.adjacency()).analyze(event);
    DeclaredCost worst = new DeclaredCost("divergence", 0, Double.POSITIVE_INFINITY);
    for (Map.Entry<Double, Double> point : claim.epsilonByOrder().entrySet()) {
      double cost = curve.at(point.getKey()).upper();
      String unit = "divergence of order " + point.getKey();
      DeclaredCost here = new DeclaredCost(unit, cost, point.getValue());
      boolean worse = here.declared() - here.claimed() > worst.declared() - worst.claimed();
      worst = worse ? here : worst;
    }
    return worst;
  }

  @Override
  public DeclaredCost visitProfile(Guarantee.Profile claim) {
    return claim.deltaByEpsilon().entrySet().stream()
        .map(point -> at(point.getKey(), point.getValue(), claim.adjacency()))
        .max(Comparator.comparingDouble(DeclaredCost::shareOfClaim))
        .orElseThrow();
  }

  /** A convex curve holds where the lines through its edges do. */
  @Override
  public DeclaredCost visitTradeoff(Guarantee.Tradeoff claim) {
    PrivacyProfile implied = PrivacyProfile.of(claim);
    return TradeoffEdges.slopes(claim).stream()
        .map(epsilon -> at(epsilon, implied.delta(epsilon).upper(), claim.adjacency()))
        .max(Comparator.comparingDouble(DeclaredCost::shareOfClaim))
        .orElseThrow();
  }

  private DeclaredCost at(double epsilon, double delta, AdjacencyRelation adjacency) {
    String unit = "delta at epsilon " + epsilon;
    if (epsilon == Double.POSITIVE_INFINITY) {
      return new DeclaredCost(unit, 0, delta);
    }
    DeclaredCost pure = new DeclaredCost("epsilon", pureEpsilon(adjacency), epsilon);
    if (delta == 0 || !pure.exceedsClaim()) {
      return pure;
    }
    // Delta rather than epsilon: one evaluation of the profile instead of a search. The upper end
    // includes the error of a convolution, which a tight claim need not allow for.
    double cost = TightestBound.of(event, adjacency).delta(epsilon).value().lower();
    return new DeclaredCost(unit, cost, delta);
  }

  private double pureEpsilon(AdjacencyRelation adjacency) {
    return isPure(event)
        ? new PureAnalysis(adjacency).analyze(event).upper()
        : Double.POSITIVE_INFINITY;
  }

  /** Gaussian noise, and a coin with a delta, are not purely private at any epsilon. */
  private static boolean isPure(DpEvent event) {
    if (event instanceof ComposedEvent sequence) {
      return sequence.events().stream().allMatch(CostAccount::isPure);
    }
    if (event instanceof SelfComposedEvent repeated) {
      return isPure(repeated.event());
    }
    if (event instanceof PoissonSampledEvent sampled) {
      return sampled.samplingProbability() == 0 || isPure(sampled.event());
    }
    boolean gaussian = event instanceof GaussianEvent || event instanceof DiscreteGaussianEvent;
    return !gaussian && !(event instanceof ApproximateEvent approximate && approximate.delta() > 0);
  }
}
