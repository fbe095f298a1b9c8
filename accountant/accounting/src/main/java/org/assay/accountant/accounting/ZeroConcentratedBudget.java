package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/** Limits the sum of rho. */
record ZeroConcentratedBudget(Guarantee.ZeroConcentrated guarantee) implements FilterBudget {
  @Override
  public String header() {
    return "zcdp " + guarantee.adjacency() + " " + Double.toHexString(guarantee.rho());
  }

  @Override
  public List<Balance> balances() {
    return List.of(Balance.untouched("rho", Rational.of(guarantee.rho())));
  }

  @Override
  public List<Rational> cost(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return List.of(charge.accept(new ImpliedRho()));
  }

  @Override
  public List<Rational> cost(DpEvent event) {
    return List.of(ExactCosts.rho(event, guarantee.adjacency()));
  }

  private final class ImpliedRho extends DefaultGuaranteeVisitor<Rational> {
    @Override
    public Rational visitZeroConcentrated(Guarantee.ZeroConcentrated charge) {
      return Rational.of(charge.rho());
    }

    @Override
    public Rational visitPure(Guarantee.Pure charge) {
      return ExactCosts.rho(DpEvent.pure(charge.epsilon(), charge.adjacency()), charge.adjacency());
    }

    @Override
    public Rational visitGaussian(Guarantee.Gaussian charge) {
      return Rational.of(charge.mu()).square().times(0.5);
    }

    @Override
    protected Rational visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(
          charge, guarantee, "charge zCDP, pure or Gaussian guarantees here");
    }
  }
}
