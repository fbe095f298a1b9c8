package org.assay.ledger.internal.range;

import java.math.BigDecimal;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.internal.precision.PreciseFunctions;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;

/** The cost of a composition of Gaussians against a claim, in arbitrary precision. */
final class GaussianRecheck extends DefaultGuaranteeVisitor<Recheck> {
  private final BigDecimal squaredMu;

  private GaussianRecheck(BigDecimal squaredMu) {
    this.squaredMu = squaredMu;
  }

  /**
   * Computes the cost.
   *
   * @param event Gaussians only
   * @param claim any claim but a pure one or a trade-off curve
   */
  static Recheck of(DpEvent event, Guarantee claim) {
    return claim.accept(new GaussianRecheck(event.accept(new MuSquared())));
  }

  /** A lower bound: mu is rounded down to a double. */
  @Override
  public Recheck visitApproximate(Guarantee.Approximate claim) {
    BigDecimal mu = Precise.sqrt(squaredMu);
    double below = mu.doubleValue();
    if (new BigDecimal(below).compareTo(mu) > 0) {
      below = Math.nextDown(below);
    }
    return Recheck.of(
        PreciseFunctions.gaussianEps(below, claim.delta(), Recheck.DIGITS).value(),
        Precise.exactly(claim.epsilon()));
  }

  @Override
  public Recheck visitGaussian(Guarantee.Gaussian claim) {
    return Recheck.of(Precise.sqrt(squaredMu), Precise.exactly(claim.mu()));
  }

  @Override
  public Recheck visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
    return Recheck.of(rho(), Precise.exactly(claim.rho()));
  }

  /** Deltas over the claimed ones, with mu rounded down to a double. */
  @Override
  public Recheck visitProfile(Guarantee.Profile claim) {
    BigDecimal mu = Precise.sqrt(squaredMu);
    BigDecimal cost = BigDecimal.ZERO;
    BigDecimal claimed = BigDecimal.ONE;
    for (var point : claim.deltaByEpsilon().entrySet()) {
      BigDecimal here = Precise.gaussianDelta(mu, point.getKey());
      BigDecimal allowed = Precise.exactly(point.getValue());
      if (here.multiply(claimed).compareTo(cost.multiply(allowed)) > 0) {
        cost = here;
        claimed = allowed;
      }
    }
    return claimed.signum() > 0
        ? Recheck.of(Precise.divide(cost, claimed), BigDecimal.ONE)
        : Recheck.of(cost, claimed);
  }

  @Override
  public Recheck visitRenyi(Guarantee.Renyi claim) {
    BigDecimal cost = BigDecimal.ZERO;
    BigDecimal claimed = BigDecimal.ONE;
    for (var point : claim.epsilonByOrder().entrySet()) {
      BigDecimal here = Precise.multiply(rho(), Precise.exactly(point.getKey()));
      BigDecimal allowed = Precise.exactly(point.getValue());
      if (here.multiply(claimed).compareTo(cost.multiply(allowed)) > 0) {
        cost = here;
        claimed = allowed;
      }
    }
    return Recheck.of(cost, claimed);
  }

  @Override
  protected Recheck visitOther(Guarantee claim) {
    throw new IllegalArgumentException("no second computation in the currency of " + claim);
  }

  private BigDecimal rho() {
    return Precise.divide(squaredMu, BigDecimal.valueOf(2));
  }

  /** The squares of the mu of Gaussians; in a composition they add up. */
  static final class MuSquared extends DefaultVisitor<BigDecimal> {
    @Override
    public BigDecimal visitSelfComposed(SelfComposedEvent event) {
      return Precise.multiply(event.event().accept(this), BigDecimal.valueOf(event.count()));
    }

    @Override
    public BigDecimal visitComposed(ComposedEvent event) {
      return event.events().stream()
          .map(part -> part.accept(this))
          .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Override
    public BigDecimal visitGaussian(GaussianEvent event) {
      BigDecimal noise = Precise.exactly(event.noiseMultiplier());
      return Precise.divide(BigDecimal.ONE, noise.multiply(noise));
    }

    @Override
    protected BigDecimal visitOther(DpEvent event) {
      throw new IllegalArgumentException(
          "event was " + event.describe() + ": it must consist of Gaussians");
    }
  }
}
