/**
 * Costs of events, and calibration of noise to a target. Budgets are kept by the package {@code
 * budget}.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link TightestBound} is the best (epsilon, delta) statement about an event. {@link Cost}
 *       is the same event in every currency.
 *   <li>{@code BoundOfKind} and {@code ComposedBound} are the ways to that statement; a {@code
 *       Question} is epsilon at a delta, or delta at an epsilon.
 *   <li>{@link Accountant} composes events by Rényi divergences, one after the other.
 *   <li>{@link Calibrator} searches a parameter whose certified bound meets a target; {@link
 *       Calibration} is the answer with its evaluations.
 *   <li>{@link Restatement} lists what was restated under another adjacency relation, by a theorem.
 * </ul>
 *
 * <pre>{@code
 * DpEvent step = DpEvent.gaussian(1.1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.01);
 * TightestBound.Bound bound = TightestBound.of(step.times(1000), ADD_OR_REMOVE).epsilon(1e-5);
 * double guaranteed = bound.value().upper();
 * }</pre>
 */
@NullMarked
package org.assay.accountant.accounting;

import org.jspecify.annotations.NullMarked;
