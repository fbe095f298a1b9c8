package org.assay.ledger.range;

import org.assay.accountant.accounting.Cost;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.analysis.PldAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.claim.Comparison;
import org.assay.verify.inference.ClaimFamily;

/**
 * What an event truly costs against what is claimed of it, in the currency of the claim. The lower
 * end of a cost is 0 unless neighbours and queries are known that attain it: a bound that no
 * theorem improves refutes nothing.
 */
final class TrueCost implements Guarantee.Visitor<Comparison> {
  /** The doubles of a claim are themselves rounded; nothing within so much of it refutes it. */
  static final double ROUNDING = 1e-9;

  private final DpEvent event;
  private final AdjacencyRelation adjacency;
  private final Cost cost;

  private TrueCost(DpEvent event, AdjacencyRelation adjacency) {
    this.event = event;
    this.adjacency = adjacency;
    this.cost = Cost.of(event, adjacency);
  }

  /** What is compared. */
  static String quantity(Guarantee claim) {
    return claim.accept(new Quantity());
  }

  private static final class Quantity extends DefaultGuaranteeVisitor<String> {
    @Override
    public String visitApproximate(Guarantee.Approximate claim) {
      return "epsilon at the claimed delta";
    }

    @Override
    public String visitProfile(Guarantee.Profile claim) {
      return "largest delta over its claim";
    }

    @Override
    protected String visitOther(Guarantee claim) {
      return ClaimFamily.of(claim).currency();
    }
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
    Guarantee claim = instance.claim();
    return claim.accept(new TrueCost(instance.event(), claim.adjacency()));
  }

  /**
   * Gaussians lose without bound. That no theorem bounds another event does not refute, so here it
   * is refused and not taken for an infinite cost.
   */
  @Override
  public Comparison visitPure(Guarantee.Pure claim) {
    Enclosure epsilon =
        Attained.byGaussians(event)
            ? Enclosure.exact(Double.POSITIVE_INFINITY)
            : known(cost.pureEpsilon(), Attained.isIn(event, adjacency));
    return against(claim.epsilon(), epsilon);
  }

  @Override
  public Comparison visitApproximate(Guarantee.Approximate claim) {
    Enclosure epsilon =
        isConvolved()
            ? new PldAnalysis(adjacency).analyze(event).epsilon(claim.delta())
            : known(cost.epsilon(claim.delta()));
    return against(claim.epsilon(), epsilon);
  }

  /** The smallest factor by which the claimed curve would have to grow. */
  @Override
  public Comparison visitRenyi(Guarantee.Renyi claim) {
    RdpCurve curve = cost.renyi();
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.epsilonByOrder().entrySet()) {
      Enclosure divergence = known(curve.at(point.getKey()), Attained.byGaussians(event));
      Enclosure claimed = Enclosure.exact(point.getValue());
      largest = largest.max(new Comparison(divergence, claimed).ratio());
    }
    return against(1, largest);
  }

  /**
   * An interval where Gaussians attain mu; elsewhere the bound of the curve, whose lower end is 0.
   */
  @Override
  public Comparison visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
    return against(claim.rho(), Attained.byGaussians(event) ? cost.rhoByMu() : cost.rhoByCurve());
  }

  @Override
  public Comparison visitGaussian(Guarantee.Gaussian claim) {
    return against(claim.mu(), known(cost.mu(), Attained.byGaussians(event)));
  }

  /** The smallest factor by which all claimed deltas would have to grow. */
  @Override
  public Comparison visitProfile(Guarantee.Profile claim) {
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.deltaByEpsilon().entrySet()) {
      Comparison here = new Comparison(delta(point.getKey()), Enclosure.exact(point.getValue()));
      largest = largest.max(here.ratio());
    }
    return against(1, largest);
  }

  @Override
  public Comparison visitTradeoff(Guarantee.Tradeoff claim) {
    throw new IllegalArgumentException("no costs in the currency of " + claim);
  }

  private Enclosure delta(double epsilon) {
    return isConvolved()
        ? new PldAnalysis(adjacency).analyze(event).delta(epsilon)
        : known(cost.delta(epsilon));
  }

  /**
   * Whether neighbours attain what a convolution encloses: the tightest bound uses it for any
   * dominating pair, and does not vouch for its lower end.
   */
  private boolean isConvolved() {
    return !Attained.byGaussians(event) && Attained.isIn(event, adjacency);
  }

  private static Comparison against(double claimed, Enclosure cost) {
    return new Comparison(cost, Enclosure.of(claimed, claimed * (1 + ROUNDING)));
  }

  private static Enclosure known(TightestBound.Bound bound) {
    return known(bound.value(), bound.method().exact());
  }

  private static Enclosure known(Enclosure bound, boolean attained) {
    return attained ? bound : Enclosure.of(0, bound.upper());
  }
}
