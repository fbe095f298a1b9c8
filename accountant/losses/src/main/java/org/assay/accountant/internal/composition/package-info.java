/**
 * Compositions with an exact profile: enclosures of the smallest epsilon or delta of a run of
 * Gaussian and other steps.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link GaussianComposition}, Gaussian steps on all records, on samples or on random
 *       allocations, with {@code SampledSteps}, {@code Sampling} and {@code SampledGaussianStep}.
 *   <li>{@code SampledList}, many kinds of Poisson samples together.
 *   <li>{@link MixedComposition}, Gaussian steps together with other noise, with {@code StepLoss},
 *       {@link SymmetricLoss}, {@link SampledLoss} and {@code WideDiscreteGaussian}.
 *   <li>{@code BothDirections}, the larger result of both orders of the dominating pairs.
 * </ol>
 *
 * <pre>{@code
 * GaussianComposition run =
 *     GaussianComposition.under(ADD_OR_REMOVE).withPoissonSampled(0.01, 1.1, 1000);
 * Enclosure epsilon = run.epsilon(1e-5);
 * }</pre>
 */
@NullMarked
package org.assay.accountant.internal.composition;

import org.jspecify.annotations.NullMarked;
