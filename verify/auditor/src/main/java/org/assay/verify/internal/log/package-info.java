/**
 * Checks whether the log of a training loop matches the event whose epsilon is reported. Each check
 * finds a match, no match, or a reason why the log has too few entries.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link TrainingLogAudit} compares a {@link TrainingLog} of {@link LoggedStep}s with an
 *       event, and has a {@link Finding} for each check.
 *   <li>{@code StepPlan} is the event as a list of steps: a {@code Sampling} and Gaussian noise.
 *   <li>{@code CountBets} bets on counts whose {@code CountLaw} the event fixes, and {@code
 *       SharedBets} keeps the wealth. {@code Places} are the steps in which a record may take part.
 *   <li>The checks are {@code StepCountCheck}, {@code SizeCheck}, {@code ParticipationCheck},
 *       {@code DivisorCheck}, {@code ClippingCheck}, {@code NoiseScaleCheck} and {@code
 *       FreshNoiseCheck}.
 * </ul>
 */
@NullMarked
package org.assay.verify.internal.log;

import org.jspecify.annotations.NullMarked;
