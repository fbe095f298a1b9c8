package org.assay.accountant.budget;

import java.util.List;
import java.util.function.Function;
import org.assay.accountant.numeric.Rational;

/**
 * The required costs of every charge of a journal.
 *
 * @param count number of costs, one for each limit
 * @param ofDoubles the costs of a charge that an older version wrote as this number of doubles
 */
record JournalCosts(int count, Function<List<Double>, List<Rational>> ofDoubles) {
  static JournalCosts of(FilterBudget budget) {
    return new JournalCosts(budget.balances().size(), budget::costOfDoubles);
  }

  /** The costs of a charge in doubles; a wrong number of doubles is kept unchanged. */
  List<Rational> ofDoubles(List<Double> amounts) {
    return amounts.size() == count ? ofDoubles.apply(amounts) : Charge.exactly(amounts);
  }

  boolean fit(Charge charge) {
    return charge.costs().size() == count;
  }
}
