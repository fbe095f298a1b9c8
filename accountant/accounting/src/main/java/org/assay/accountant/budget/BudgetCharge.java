package org.assay.accountant.budget;

import java.time.Instant;
import java.util.List;
import org.assay.accountant.numeric.Rational;

/**
 * A charge that a {@link Budget} granted.
 *
 * @param sequence its number in the budget's history, from 1
 * @param id names the charge in every budget that it was charged to
 * @param budget the budget that was asked; a parent's history names the child
 * @param label what it was for, in the words of whoever charged
 * @param event what was run
 * @param costs what it cost this budget, one number for each of {@link Budget#remaining()}
 * @param at when, by the clock of whoever charged; order is that of the sequence
 */
public record BudgetCharge(
    long sequence,
    String id,
    String budget,
    String label,
    String event,
    List<Rational> costs,
    Instant at) {
  /** Copies the costs. */
  public BudgetCharge {
    costs = List.copyOf(costs);
  }
}
