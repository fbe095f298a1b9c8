package org.assay.accountant.budget;

import java.util.List;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.Rational;

/**
 * The terms with which a budget was opened.
 *
 * @param currency the kinds of costs that are added up, such as epsilons and deltas
 * @param limits largest sums allowed, in the order of the costs; for a part of a budget, smaller
 *     than the limits of the currency
 */
record BudgetTerms(FilterBudget currency, List<Rational> limits) {
  BudgetTerms {
    limits = List.copyOf(limits);
    int wanted = currency.statedBalances().size();
    if (limits.size() != wanted) {
      throw new IllegalArgumentException(
          "limits were " + limits.size() + ": the budget has " + wanted);
    }
  }

  /** Each limit with its name and the sum spent so far. */
  List<Balance> balances(List<Rational> spent) {
    List<Balance> names = currency.statedBalances();
    return IntStream.range(0, limits.size())
        .mapToObj(i -> new Balance(names.get(i).name(), limits.get(i), spent.get(i)))
        .toList();
  }

  /** Whether costs and totals have one number for each limit, none below 0. */
  boolean fit(List<Rational> costs) {
    return costs.size() == limits.size() && costs.stream().allMatch(cost -> cost.signum() >= 0);
  }
}
