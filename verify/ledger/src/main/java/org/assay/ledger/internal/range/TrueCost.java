package org.assay.ledger.internal.range;

import org.assay.accountant.accounting.Cost;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.verify.internal.inference.ClaimFamily;

/**
 * The true cost of an event against a claim, in the currency of the claim. The lower end of a cost
 * is 0 unless neighbours and queries are known that attain it: a bound that might be improved
 * refutes nothing.
 */
final class TrueCost implements Guarantee.Visitor<Comparison> {
  /** Relative difference that does not refute: the doubles of a claim are themselves rounded. */
  static final double ROUNDING = 1e-9;

  private final Cost cost;

  private TrueCost(Cost cost) {
    this.cost = cost;
  }

  /** The quantity that is compared. */
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
    return claim.accept(new TrueCost(Cost.of(instance.event(), claim.adjacency())));
  }

  /**
   * The pure epsilon of the event. An event that no theorem bounds is refused if nothing is known
   * from below: its cost must not count as infinite.
   */
  @Override
  public Comparison visitPure(Guarantee.Pure claim) {
    Enclosure epsilon = cost.pureEpsilonOrInfinity();
    boolean unknown = epsilon.equals(Enclosure.of(0, Double.POSITIVE_INFINITY));
    return against(claim.epsilon(), unknown ? cost.pureEpsilon() : epsilon);
  }

  @Override
  public Comparison visitApproximate(Guarantee.Approximate claim) {
    return against(claim.epsilon(), known(cost.epsilon(claim.delta())));
  }

  /** The smallest factor by which the claimed curve would have to grow. */
  @Override
  public Comparison visitRenyi(Guarantee.Renyi claim) {
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.epsilonByOrder().entrySet()) {
      Enclosure divergence = cost.renyi(point.getKey());
      Enclosure claimed = Enclosure.exact(point.getValue());
      largest = largest.max(new Comparison(divergence, claimed).ratio());
    }
    return against(1, largest);
  }

  @Override
  public Comparison visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
    return against(claim.rho(), cost.rho());
  }

  @Override
  public Comparison visitGaussian(Guarantee.Gaussian claim) {
    return against(claim.mu(), cost.mu());
  }

  /** The smallest factor by which all claimed deltas would have to grow. */
  @Override
  public Comparison visitProfile(Guarantee.Profile claim) {
    Enclosure largest = Enclosure.ZERO;
    for (var point : claim.deltaByEpsilon().entrySet()) {
      Enclosure delta = known(cost.delta(point.getKey()));
      Comparison here = new Comparison(delta, Enclosure.exact(point.getValue()));
      largest = largest.max(here.ratio());
    }
    return against(1, largest);
  }

  @Override
  public Comparison visitTradeoff(Guarantee.Tradeoff claim) {
    throw new IllegalArgumentException("no costs in the currency of " + claim);
  }

  private static Comparison against(double claimed, Enclosure cost) {
    return new Comparison(cost, Enclosure.of(claimed, claimed * (1 + ROUNDING)));
  }

  private static Enclosure known(TightestBound.Bound bound) {
    return bound.method().exact() ? bound.value() : Enclosure.of(0, bound.value().upper());
  }
}
