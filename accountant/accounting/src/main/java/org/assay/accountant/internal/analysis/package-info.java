/**
 * The bounds of an event under a relation. The package assigns a theorem to each mechanism, and
 * adds up the costs of the steps of a run.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link Steps}: a run as steps. Every bound of the run is a {@code Fold} over the steps.
 *   <li>{@code StepVisitor}: the only place that assigns a {@link Step} to an event.
 *   <li>{@link Step}: the bounds of one mechanism in every currency. The subclasses are the
 *       theorems, for example {@code GaussianStep}, {@code LaplaceStep} and {@code PureStep}.
 *   <li>{@code SampledStep} and {@code SampledForms}: mechanisms on random samples.
 *   <li>{@code Neighbours}: the number of steps between two datasets, and its effect on a
 *       sensitivity.
 *   <li>{@link ExactCosts}: costs as fractions, for budgets.
 *   <li>{@link RunShape}: whether bounds are attained.
 * </ol>
 *
 * <pre>{@code
 * DpEvent run = DpEvent.gaussian(2, Sensitivity.unit(ADD_OR_REMOVE)).times(100);
 * RdpCurve curve = Steps.of(run, ADD_OR_REMOVE).renyi();
 * Enclosure atOrderTen = curve.at(10);
 * }</pre>
 */
@NullMarked
package org.assay.accountant.internal.analysis;

import org.jspecify.annotations.NullMarked;
