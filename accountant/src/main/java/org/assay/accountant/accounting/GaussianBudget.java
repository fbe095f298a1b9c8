package org.assay.accountant.accounting;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.analysis.GaussianAnalysis;
import org.assay.accountant.event.DpEvent;
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
    BigDecimal mu = new BigDecimal(guarantee.mu());
    return List.of(new Balance("sum of mu²", mu.multiply(mu), BigDecimal.ZERO));
  }

  @Override
  public List<Double> amounts(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return List.of(charge.accept(new ImpliedMu()));
  }

  private final class ImpliedMu extends DefaultGuaranteeVisitor<Double> {
    @Override
    public Double visitGaussian(Guarantee.Gaussian charge) {
      return charge.mu();
    }

    @Override
    protected Double visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(charge, guarantee, "charge Gaussian guarantees here");
    }
  }

  @Override
  public List<Double> amounts(DpEvent event) {
    return List.of(new GaussianAnalysis(guarantee.adjacency()).analyze(event).sqrt().upper());
  }

  @Override
  public List<BigDecimal> cost(List<Double> amounts) {
    BigDecimal mu = new BigDecimal(amounts.get(0));
    return List.of(mu.multiply(mu));
  }
}
