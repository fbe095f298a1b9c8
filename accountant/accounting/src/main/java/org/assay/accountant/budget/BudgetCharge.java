package org.assay.accountant.budget;

import java.time.Instant;
import java.util.List;
import org.assay.accountant.numeric.Rational;

/**
 * A charge that a {@link Budget} granted.
 *
 * @param sequence its number in the budget's history, from 1
 * @param id the name of the charge in every budget that it was charged to
 * @param budget the budget that the caller charged; a parent's history names the child
 * @param label the purpose of the charge, in the caller's words
 * @param event the event that was charged
 * @param costs the costs for this budget, one number for each of {@link Budget#remaining()}
 * @param at the time by the caller's clock; the order of charges is that of the sequence
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
