package org.assay.verify.replay;

import java.util.Map;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.analysis.gdp.GaussianAnalysis;
import org.assay.accountant.analysis.rdp.RdpAnalysis;
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

/** Compares what an event costs with a claim, in the claim's own currency. */
final class CostAccount {
  /** Where a zero-concentrated claim is tried: rho is at least divergence over order. */
  private static final double[] ORDERS = {1.0625, 1.25, 1.5, 2, 3, 4, 8, 16, 32, 64, 256, 1024};

  private CostAccount() {}

  /**
   * Whether the cost is a sum or a formula. The delta of noise that is not purely private takes a
   * convolution, a hundred milliseconds or more.
   */
  static boolean isQuick(DpEvent event, Guarantee claim) {
    return !(claim instanceof Guarantee.Approximate) || isPure(event);
  }

  /**
   * The cost where it exceeds the claim most.
   *
   * @throws UnsupportedEventException if no theorem known to the accountant bounds the event
   */
  static DeclaredCost of(DpEvent event, Guarantee claim) {
    AdjacencyRelation adjacency = claim.adjacency();
    if (claim instanceof Guarantee.Pure pure) {
      return new DeclaredCost("epsilon", pureEpsilon(event, adjacency), pure.epsilon());
    }
    if (claim instanceof Guarantee.Approximate approximate) {
      return approximate(event, approximate);
    }
    if (claim instanceof Guarantee.Gaussian gaussian) {
      double mu = new GaussianAnalysis(adjacency).analyze(event).sqrt().upper();
      return new DeclaredCost("mu", mu, gaussian.mu());
    }
    RdpCurve curve = new RdpAnalysis(adjacency).analyze(event);
    return claim instanceof Guarantee.ZeroConcentrated concentrated
        ? new DeclaredCost("rho", rho(curve), concentrated.rho())
        : renyi(curve, (Guarantee.Renyi) claim);
  }

  private static DeclaredCost approximate(DpEvent event, Guarantee.Approximate claim) {
    if (!isPure(event) && claim.delta() == 0) {
      return new DeclaredCost("epsilon", Double.POSITIVE_INFINITY, claim.epsilon());
    }
    if (isPure(event)) {
      double sum = pureEpsilon(event, claim.adjacency());
      if (claim.delta() == 0 || sum <= claim.epsilon()) {
        return new DeclaredCost("epsilon", sum, claim.epsilon());
      }
    }
    String unit = "delta at epsilon " + claim.epsilon();
    if (claim.epsilon() == Double.POSITIVE_INFINITY) {
      return new DeclaredCost(unit, 0, claim.delta());
    }
    // Delta rather than epsilon: one evaluation of the profile instead of a search. The upper end
    // includes the error of a convolution, which a tight claim need not allow for.
    double delta =
        TightestBound.of(event, claim.adjacency()).delta(claim.epsilon()).value().lower();
    return new DeclaredCost(unit, delta, claim.delta());
  }

  private static double pureEpsilon(DpEvent event, AdjacencyRelation adjacency) {
    return isPure(event)
        ? new PureAnalysis(adjacency).analyze(event).upper()
        : Double.POSITIVE_INFINITY;
  }

  private static double rho(RdpCurve curve) {
    double largest = 0;
    for (double order : ORDERS) {
      largest = Math.max(largest, curve.at(order).upper() / order);
    }
    return largest;
  }

  private static DeclaredCost renyi(RdpCurve curve, Guarantee.Renyi claim) {
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
