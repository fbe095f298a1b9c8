package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.ExactCosts;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/** Limits the sum of epsilon. */
record PureBudget(Guarantee.Pure guarantee) implements FilterBudget {
  @Override
  public String header() {
    return "pure " + guarantee.adjacency() + " " + Double.toHexString(guarantee.epsilon());
  }

  @Override
  public List<Balance> balances() {
    return List.of(Balance.untouched("epsilon", Rational.of(guarantee.epsilon())));
  }

  @Override
  public List<Rational> cost(Guarantee charge) {
    guarantee.adjacency().requireSame(charge.adjacency());
    return List.of(charge.accept(new ImpliedEpsilon()));
  }

  @Override
  public List<Rational> cost(DpEvent event) {
    return List.of(ExactCosts.epsilon(event, guarantee.adjacency()));
  }

  private final class ImpliedEpsilon extends DefaultGuaranteeVisitor<Rational> {
    @Override
    public Rational visitPure(Guarantee.Pure charge) {
      return Rational.of(charge.epsilon());
    }

    @Override
    protected Rational visitOther(Guarantee charge) {
      throw FilterBudget.wrongCurrency(charge, guarantee, "charge pure guarantees here");
    }
  }
}
