package org.assay.accountant.accounting;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.analysis.GaussianAnalysis;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
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
    return List.of(FilterBudget.untouched("rho", guarantee.rho()));
  }

  @Override
  public List<Double> amounts(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return List.of(charge.accept(new ImpliedRho()));
  }

  @Override
  public List<Double> amounts(DpEvent event) {
    Enclosure squaredMu = new GaussianAnalysis(guarantee.adjacency()).analyze(event);
    return List.of(Rounding.multiplyUp(0.5, squaredMu.upper()));
  }

  @Override
  public List<BigDecimal> cost(List<Double> amounts) {
    return amounts.stream().map(BigDecimal::new).toList();
  }

  /** Pure epsilon is epsilon²/2-zCDP ([@BunSteinke2016], Proposition 1.4), mu-GDP is mu²/2. */
  private final class ImpliedRho extends DefaultGuaranteeVisitor<Double> {
    @Override
    public Double visitZeroConcentrated(Guarantee.ZeroConcentrated charge) {
      return charge.rho();
    }

    @Override
    public Double visitPure(Guarantee.Pure charge) {
      return halfSquare(charge.epsilon());
    }

    @Override
    public Double visitGaussian(Guarantee.Gaussian charge) {
      return halfSquare(charge.mu());
    }

    @Override
    protected Double visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(
          charge, guarantee, "charge zCDP, pure or Gaussian guarantees here");
    }
  }

  private static double halfSquare(double value) {
    return Rounding.multiplyUp(0.5, Rounding.multiplyUp(value, value));
  }
}
