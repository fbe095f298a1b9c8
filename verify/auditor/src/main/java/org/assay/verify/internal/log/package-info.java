/**
 * Does the log of a training loop match the event whose epsilon is reported? Each check says that
 * it matches, that it does not, or why the log says too little.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link TrainingLogAudit} compares a {@link TrainingLog} of {@link LoggedStep}s with an
 *       event, and has a {@link Finding} for each check.
 *   <li>{@code StepPlan} is the event as a list of steps: a {@code Sampling} and Gaussian noise.
 *   <li>{@code CountBets} bets on counts whose {@code CountLaw} the event fixes, {@code SharedBets}
 *       keeps the wealth. {@code Places} says which steps a record may take part in.
 *   <li>The checks are {@code StepCountCheck}, {@code SizeCheck}, {@code ParticipationCheck},
 *       {@code DivisorCheck}, {@code ClippingCheck}, {@code NoiseScaleCheck} and {@code
 *       FreshNoiseCheck}.
 * </ul>
 */
@NullMarked
package org.assay.verify.internal.log;

import org.jspecify.annotations.NullMarked;
