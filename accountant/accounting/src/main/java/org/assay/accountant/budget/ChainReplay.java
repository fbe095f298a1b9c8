package org.assay.accountant.budget;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Replays the chain of one budget and refuses the first row that does not fit. */
final class ChainReplay {
  private final BudgetStore store;
  private final Optional<JournalAnchor> wanted;
  private final List<String> above;
  private final Set<String> ids = new HashSet<>();
  private final BudgetTerms terms;
  private ChargeRow last;
  private boolean reached;

  ChainReplay(BudgetStore store, String name, Optional<JournalAnchor> wanted) {
    this.store = store;
    this.wanted = wanted;
    List<String> scopes = Budget.scopes(name);
    this.above = scopes.subList(1, scopes.size());
    if (store.table().find(name, ChargeRow.OPENING).isEmpty()) {
      throw store.damaged("row 0 of budget " + name + " is missing");
    }
    this.last = store.opening(name);
    this.terms = store.terms(last);
    above.forEach(this::requireThere);
    requireAnchored();
    store.eachCharge(last, this::next);
    if (!reached && wanted.isPresent()) {
      throw store.damaged(
          "budget "
              + name
              + " ends in row "
              + last.sequence()
              + " before the anchor "
              + wanted.get());
    }
  }

  /**
   * Compares the number of replayed rows with a count by a scan, as a damaged index may hide rows.
   */
  void requireAll(long counted) {
    if (last.sequence() < counted - 1) {
      throw store.damaged(
          "budget "
              + last.budget()
              + " has "
              + counted
              + " rows, of which the index finds "
              + (last.sequence() + 1)
              + ": an index of the table is damaged; build it anew and verify again");
    }
  }

  private void next(ChargeRow row) {
    if (!terms.fit(row.costs())
        || !row.totals().equals(Budget.sum(last.totals(), row.costs()))
        || terms.currency().exceeded(terms.balances(row.totals())).isPresent()) {
      throw store.damaged(where(row) + " has a wrong total, or was granted beyond the limit");
    }
    if (!ids.add(row.id()) || !isElsewhere(row)) {
      throw store.damaged(where(row) + " is not booked once in every budget that it concerns");
    }
    last = row;
    requireAnchored();
  }

  /**
   * Whether a charge is also in every other budget that it concerns: the budgets above, and the
   * budget that was charged.
   */
  private boolean isElsewhere(ChargeRow row) {
    if (row.leaf().equals(row.budget())) {
      return above.stream().allMatch(parent -> holds(parent, row));
    }
    return row.leaf().startsWith(row.budget() + "/") && holds(row.leaf(), row);
  }

  private boolean holds(String budget, ChargeRow row) {
    return store
        .table()
        .find(budget, row.id())
        .filter(
            same ->
                same.leaf().equals(row.leaf())
                    && same.event().equals(row.event())
                    && same.label().equals(row.label()))
        .isPresent();
  }

  private void requireThere(String parent) {
    if (store.table().find(parent, ChargeRow.OPENING).isEmpty()) {
      throw store.damaged("budget " + parent + " above " + last.budget() + " is gone");
    }
  }

  private void requireAnchored() {
    boolean here = wanted.filter(anchor -> anchor.charges() == last.sequence()).isPresent();
    reached |= here;
    if (here && !wanted.orElseThrow().checksum().equals(last.hash())) {
      throw store.damaged(where(last) + " is not that of the anchor " + wanted.orElseThrow());
    }
  }

  private static String where(ChargeRow row) {
    return "row " + row.sequence() + " of budget " + row.budget();
  }

  JournalAnchor anchor() {
    return new JournalAnchor(last.sequence(), last.hash());
  }
}
