package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/** The currency of a filter: what is summed against which limits. Costs are exact, and they add. */
sealed interface FilterBudget
    permits PureBudget, ZeroConcentratedBudget, RenyiBudget, ApproximateBudget, GaussianBudget {
  /** What the whole interaction satisfies. */
  Guarantee guarantee();

  /** The budget as one line of words, every double in hexadecimal. */
  String header();

  /** Every limit with nothing spent. */
  List<Balance> balances();

  /** What a charge costs, one number for each balance. */
  List<Rational> cost(Guarantee charge);

  /** What an event costs, one number for each balance. */
  List<Rational> cost(DpEvent event);

  /** The cost of the doubles that journals held before they held costs. */
  default List<Rational> costOfDoubles(List<Double> amounts) {
    return Charge.exactly(amounts);
  }

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
    public FilterBudget visitPure(Guarantee.Pure budget) {
      return new PureBudget(budget);
    }

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
              + ": it must be a pure, Rényi, zCDP or Gaussian guarantee; for (epsilon, delta) say"
              + " which part of delta pays for composing");
    }
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
