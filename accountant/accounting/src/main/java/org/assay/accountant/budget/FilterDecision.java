package org.assay.accountant.budget;

import java.util.List;

/** What a {@link PrivacyFilter} decided about a charge before its mechanism ran. */
public sealed interface FilterDecision {
  /**
   * What the filter limits and how much of it is spent, after the decision.
   *
   * @return one balance for each limit, unmodifiable
   */
  List<Balance> balances();

  /**
   * Whether the mechanism may run, once.
   *
   * @return true for {@link Granted}
   */
  boolean granted();

  /**
   * The charge is booked and the mechanism may run once.
   *
   * @param id counts the grants of a filter from 1, across restarts when there is a journal
   * @param balances the balances, this charge included
   */
  record Granted(long id, List<Balance> balances) implements FilterDecision {
    /** Copies the balances. */
    public Granted {
      balances = List.copyOf(balances);
    }

    @Override
    public boolean granted() {
      return true;
    }
  }

  /**
   * The charge does not fit; it left no trace and the mechanism must not run.
   *
   * @param reason which limit it would exceed and by how much
   * @param balances the balances, unchanged
   */
  record Refused(String reason, List<Balance> balances) implements FilterDecision {
    /** Copies the balances. */
    public Refused {
      balances = List.copyOf(balances);
    }

    @Override
    public boolean granted() {
      return false;
    }
  }
}
