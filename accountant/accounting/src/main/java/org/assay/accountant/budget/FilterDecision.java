package org.assay.accountant.budget;

import java.util.List;

/** The decision of a {@link PrivacyFilter} about a charge before its mechanism runs. */
public sealed interface FilterDecision {
  /**
   * The limits of the filter and the amounts spent, after the decision.
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
   * @param id number of the grant of a filter, from 1, across restarts if there is a journal
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
   * The charge does not fit. It changed nothing, and the mechanism must not run.
   *
   * @param reason the limit that the charge would exceed, and by how much
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
