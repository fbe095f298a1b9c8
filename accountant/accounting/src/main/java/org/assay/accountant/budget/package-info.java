/**
 * Budgets that outlive one question: whether the next mechanism still fits, the remaining amounts,
 * and the charges so far.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link PrivacyFilter} grants or refuses each mechanism of an adaptive interaction before
 *       the mechanism runs. {@link PrivacyOdometer} reports the loss without a limit.
 *   <li>{@link JournalPlace} says where charges survive a crash; {@link JournalAnchor} and {@link
 *       JournalKey} guard the file against replacement and forgery.
 *   <li>{@link Budget} is a limit with its charges, {@link BudgetStore} the place of many budgets:
 *       memory, a journal, or a database.
 *   <li>{@code ChargeTable} stores rows for a store; {@code ChargeQueue} lets charges that wait at
 *       the same time share a transaction; {@code ChainReplay} checks every row when a store opens.
 *   <li>{@code RulesBudget} and {@code FilterBudget} are the theorems by which charges are granted.
 * </ul>
 *
 * <pre>{@code
 * Guarantee limit = new Guarantee.Pure(1, ADD_OR_REMOVE);
 * try (BudgetStore store = BudgetStore.inMemory()) {
 *   Budget budget = store.create("team/2026", limit);
 *   boolean fits = budget.fits(DpEvent.laplace(10, Sensitivity.unit(ADD_OR_REMOVE)));
 * }
 * }</pre>
 */
@NullMarked
package org.assay.accountant.budget;

import org.jspecify.annotations.NullMarked;
