package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/** Limits the sum of mu². */
record GaussianBudget(Guarantee.Gaussian guarantee) implements FilterBudget {
  @Override
  public String header() {
    return "gdp " + guarantee.adjacency() + " " + Double.toHexString(guarantee.mu());
  }

  @Override
  public List<Balance> balances() {
    return List.of(Balance.untouched("sum of mu²", Rational.of(guarantee.mu()).square()));
  }

  @Override
  public List<Rational> cost(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return List.of(charge.accept(new ImpliedMu()));
  }

  @Override
  public List<Rational> cost(DpEvent event) {
    return List.of(ExactCosts.squaredMu(event, guarantee.adjacency()));
  }

  /** Journals held mu. */
  @Override
  public List<Rational> costOfDoubles(List<Double> amounts) {
    return amounts.stream().map(mu -> Rational.of(mu).square()).toList();
  }

  private final class ImpliedMu extends DefaultGuaranteeVisitor<Rational> {
    @Override
    public Rational visitGaussian(Guarantee.Gaussian charge) {
      return Rational.of(charge.mu()).square();
    }

    @Override
    public Rational visitPure(Guarantee.Pure charge) {
      return ExactCosts.squaredMu(
          DpEvent.pure(charge.epsilon(), charge.adjacency()), charge.adjacency());
    }

    @Override
    protected Rational visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(
          charge, guarantee, "charge Gaussian or pure guarantees here");
    }
  }
}
