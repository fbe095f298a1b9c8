package org.assay.cli.range;

import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.GaussianAnalysis;
import org.assay.accountant.analysis.PldAnalysis;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.analysis.RdpAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.ledger.claim.Comparison;

/**
 * What an event truly costs against what is claimed of it, in the currency of the claim. The lower
 * end of a cost is 0 unless neighbours and queries are known that attain it: a bound that no
 * theorem improves refutes nothing.
 */
final class TrueCost {
  /** The doubles of a claim are themselves rounded; nothing within so much of it refutes it. */
  static final double ROUNDING = 1e-9;

  private TrueCost() {}

  /** What is compared. */
  static String quantity(Guarantee claim) {
    if (claim instanceof Guarantee.Approximate) {
      return "epsilon at the claimed delta";
    }
    if (claim instanceof Guarantee.Pure) {
      return "epsilon";
    }
    if (claim instanceof Guarantee.Profile) {
      return "largest delta over its claim";
    }
    return claim instanceof Guarantee.Gaussian
        ? "mu"
        : claim instanceof Guarantee.ZeroConcentrated ? "rho" : "scale of the Rényi bounds";
  }

  /**
   * Cost against claim.
   *
   * @param instance event and claim
   * @return the comparison
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no known theorem bounds the
   *     event
   * @throws IllegalArgumentException if claims of that kind are not supported
   */
  static Comparison of(Instance instance) {
    DpEvent event = instance.event();
    if (instance.claim() instanceof Guarantee.Approximate claim) {
      return against(claim.epsilon(), epsilon(event, claim));
    }
    if (instance.claim() instanceof Guarantee.Gaussian claim) {
      return against(claim.mu(), mu(event, claim.adjacency()));
    }
    if (instance.claim() instanceof Guarantee.ZeroConcentrated claim) {
      return against(claim.rho(), rho(event, claim.adjacency()));
    }
    if (instance.claim() instanceof Guarantee.Pure claim) {
      return against(claim.epsilon(), pure(event, claim.adjacency()));
    }
    if (instance.claim() instanceof Guarantee.Profile claim) {
      return against(1, excess(event, claim));
    }
    if (instance.claim() instanceof Guarantee.Renyi claim) {
      return against(1, scale(event, claim));
    }
    throw new IllegalArgumentException("no costs in the currency of " + instance.claim());
  }

  private static Comparison against(double claimed, Enclosure cost) {
    return new Comparison(cost, Enclosure.of(claimed, claimed * (1 + ROUNDING)));
  }

  private static Enclosure epsilon(DpEvent event, Guarantee.Approximate claim) {
    if (!Attained.byGaussians(event) && Attained.isIn(event, claim.adjacency())) {
      return new PldAnalysis(claim.adjacency()).analyze(event).epsilon(claim.delta());
    }
    TightestBound.Bound bound = TightestBound.of(event, claim.adjacency()).epsilon(claim.delta());
    return known(bound.value(), bound.method().exact());
  }

  /** Gaussians lose without bound. */
  private static Enclosure pure(DpEvent event, AdjacencyRelation adjacency) {
    if (Attained.byGaussians(event)) {
      return Enclosure.exact(Double.POSITIVE_INFINITY);
    }
    return known(new PureAnalysis(adjacency).analyze(event), Attained.isIn(event, adjacency));
  }

  /** The smallest factor by which all claimed deltas would have to grow. */
  private static Enclosure excess(DpEvent event, Guarantee.Profile claim) {
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.deltaByEpsilon().entrySet()) {
      Enclosure cost = delta(event, claim.adjacency(), point.getKey());
      Comparison here = new Comparison(cost, Enclosure.exact(point.getValue()));
      largest = largest.max(here.ratio());
    }
    return largest;
  }

  private static Enclosure delta(DpEvent event, AdjacencyRelation adjacency, double epsilon) {
    if (!Attained.byGaussians(event) && Attained.isIn(event, adjacency)) {
      return new PldAnalysis(adjacency).analyze(event).delta(epsilon);
    }
    TightestBound.Bound bound = TightestBound.of(event, adjacency).delta(epsilon);
    return known(bound.value(), bound.method().exact());
  }

  private static Enclosure mu(DpEvent event, AdjacencyRelation adjacency) {
    Enclosure squared = new GaussianAnalysis(adjacency).analyze(event);
    return known(squared.sqrt(), Attained.byGaussians(event));
  }

  private static Enclosure rho(DpEvent event, AdjacencyRelation adjacency) {
    if (Attained.byGaussians(event)) {
      return new GaussianAnalysis(adjacency).analyze(event).times(0.5);
    }
    double upper = new RdpAnalysis(adjacency).analyze(event).zeroConcentration();
    return Enclosure.of(0, upper);
  }

  /** The smallest factor by which the claimed curve would have to grow. */
  private static Enclosure scale(DpEvent event, Guarantee.Renyi claim) {
    RdpCurve curve = new RdpAnalysis(claim.adjacency()).analyze(event);
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.epsilonByOrder().entrySet()) {
      Enclosure cost = known(curve.at(point.getKey()), Attained.byGaussians(event));
      Enclosure claimed = Enclosure.exact(point.getValue());
      largest = largest.max(new Comparison(cost, claimed).ratio());
    }
    return largest;
  }

  private static Enclosure known(Enclosure bound, boolean attained) {
    return attained ? bound : Enclosure.of(0, bound.upper());
  }
}
