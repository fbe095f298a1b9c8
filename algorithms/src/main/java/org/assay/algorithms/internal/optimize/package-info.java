/**
 * The common parts of private optimization algorithms: the noise that a target requires, and checks
 * of an algorithm's assumptions on data and loss. The packages below hold the algorithms
 * themselves, one small class each.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link TaskProblem} is the problem to be solved: a loss, a set, a number of records.
 *   <li>{@link NoiseTarget} calibrates the noise of every algorithm to a guarantee.
 *   <li>{@link ProjectedNoisySgd} is the pattern of an algorithm: it draws noise, takes steps, and
 *       returns the release together with the event that the run spent.
 *   <li>{@link Suitability} checks a loss and a dataset before a record is read. {@link
 *       ReplacedRecord} and {@link MeanGradientSensitivity} bound the effect of one record on a
 *       step.
 *   <li>{@link FineIterates} checks whether doubles are precise enough for a run whose event
 *       assumes real numbers.
 * </ul>
 */
@NullMarked
package org.assay.algorithms.internal.optimize;

import org.jspecify.annotations.NullMarked;
