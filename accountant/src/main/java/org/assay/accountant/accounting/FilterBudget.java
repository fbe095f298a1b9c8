package org.assay.accountant.accounting;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * The currency of a filter: what is summed against which limits. Amounts are doubles that bound a
 * charge from above; costs are exact functions of them, and costs add.
 */
sealed interface FilterBudget
    permits ZeroConcentratedBudget, RenyiBudget, ApproximateBudget, GaussianBudget {
  /** What the whole interaction satisfies. */
  Guarantee guarantee();

  /** The budget as one line of words, every double in hexadecimal. */
  String header();

  /** Every limit with nothing spent. */
  List<Balance> balances();

  /** What a charge amounts to, rounded up. */
  List<Double> amounts(Guarantee charge);

  /** What an event amounts to, rounded up. */
  List<Double> amounts(DpEvent event);

  /** The exact cost of amounts, one number for each balance. */
  List<BigDecimal> cost(List<Double> amounts);

  /**
   * The currency of a budget that says by itself what is to be summed.
   *
   * @throws IllegalArgumentException if the budget is of another kind
   */
  static FilterBudget of(Guarantee budget) {
    return Parameters.requireGiven("budget", budget).accept(new Currencies());
  }

  /** The currency of each kind of budget. */
  final class Currencies extends DefaultGuaranteeVisitor<FilterBudget> {
    @Override
    public FilterBudget visitZeroConcentrated(Guarantee.ZeroConcentrated budget) {
      return new ZeroConcentratedBudget(budget);
    }

    @Override
    public FilterBudget visitRenyi(Guarantee.Renyi budget) {
      return RenyiBudget.of(budget);
    }

    @Override
    public FilterBudget visitGaussian(Guarantee.Gaussian budget) {
      return new GaussianBudget(budget);
    }

    @Override
    protected FilterBudget visitOther(Guarantee budget) {
      throw new IllegalArgumentException(
          "budget was "
              + budget.describe()
              + ": it must be a Rényi, zCDP or Gaussian guarantee; for (epsilon, delta) say which"
              + " part of delta pays for composing");
    }
  }

  /** Balances with nothing spent. */
  static Balance untouched(String name, double limit) {
    return new Balance(name, new BigDecimal(limit), BigDecimal.ZERO);
  }

  /** A charge in a currency that implies nothing about the budget's. */
  static IllegalArgumentException wrongCurrency(Guarantee charge, Guarantee budget, String advice) {
    return new IllegalArgumentException(
        "charge was "
            + charge.describe()
            + ": it does not bound what a budget of "
            + budget.describe()
            + " limits; "
            + advice);
  }
}
