package org.assay.accountant.accounting;

import java.util.List;
import java.util.stream.Collectors;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * One entry of a journal.
 *
 * @param label the event or guarantee in words, and what of it was restated under another relation
 * @param amounts what it costs in the currency of its journal, each finite and at least 0
 */
record Charge(String label, List<Double> amounts) {
  Charge {
    amounts = List.copyOf(amounts);
    amounts.forEach(amount -> Parameters.requireNonNegative("charge", amount));
  }

  /** The charge of an event, which says what had to be restated to account for it. */
  static Charge of(DpEvent event, AdjacencyRelation adjacency, List<Double> amounts) {
    List<Restatement> restated = Restatement.of(event, adjacency);
    String rules = restated.stream().map(Restatement::describe).collect(Collectors.joining("; "));
    String label = event.describe();
    return new Charge(restated.isEmpty() ? label : label + ", restated: " + rules, amounts);
  }
}
