package org.assay.accountant.budget;

import java.util.List;
import java.util.function.Function;
import org.assay.accountant.numeric.Rational;

/**
 * What every charge of a journal has to hold.
 *
 * @param count how many costs, one for each limit
 * @param ofDoubles the costs of a charge that was written in as many doubles, by an older version
 */
record JournalCosts(int count, Function<List<Double>, List<Rational>> ofDoubles) {
  static JournalCosts of(FilterBudget budget) {
    return new JournalCosts(budget.balances().size(), budget::costOfDoubles);
  }

  /** The costs of a charge in doubles; too many or too few stay what they are. */
  List<Rational> ofDoubles(List<Double> amounts) {
    return amounts.size() == count ? ofDoubles.apply(amounts) : Charge.exactly(amounts);
  }

  boolean fit(Charge charge) {
    return charge.costs().size() == count;
  }
}
