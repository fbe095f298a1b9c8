package org.assay.accountant.budget;

import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.accounting.Restatement;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * One entry of a journal.
 *
 * @param label the event or guarantee in words, and its parts that were restated under another
 *     relation
 * @param costs costs in the currency of the journal, each at least 0
 */
record Charge(String label, List<Rational> costs) {
  Charge {
    costs = List.copyOf(costs);
    for (Rational cost : costs) {
      if (!(cost.signum() >= 0)) {
        throw new IllegalArgumentException("charge was " + cost + ": it must be at least 0");
      }
    }
  }

  /**
   * The charge of an event; its label lists the parts that had to be restated to account for it.
   */
  static Charge of(DpEvent event, AdjacencyRelation adjacency, List<Rational> costs) {
    List<Restatement> restated = Restatement.of(event, adjacency);
    String rules = restated.stream().map(Restatement::describe).collect(Collectors.joining("; "));
    String label = event.describe();
    return new Charge(restated.isEmpty() ? label : label + ", restated: " + rules, costs);
  }

  /** Doubles as exact fractions. */
  static List<Rational> exactly(List<Double> amounts) {
    return amounts.stream().map(Rational::of).toList();
  }
}
