/**
 * What private optimization algorithms share. The package answers: how much noise does a target ask
 * for, and do the data and the loss satisfy what an algorithm's theorem needs? The packages below
 * hold the algorithms themselves, one small class each.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link TaskProblem} is the problem to be solved: a loss, a set, a number of records.
 *   <li>{@link NoiseTarget} calibrates the noise of every algorithm to a guarantee.
 *   <li>{@link ProjectedNoisySgd} is the pattern of an algorithm: it draws noise, takes steps, and
 *       returns the release together with the event that the run spent.
 *   <li>{@link Suitability} checks a loss and a dataset before a record is looked at. {@link
 *       ReplacedRecord} and {@link MeanGradientSensitivity} say how far one record moves a step.
 *   <li>{@link FineIterates} decides whether doubles are fine enough for a run whose event speaks
 *       of real numbers.
 * </ul>
 */
@NullMarked
package org.assay.algorithms.internal.optimize;

import org.jspecify.annotations.NullMarked;
