/**
 * Dominating pairs of distributions, given by the distribution of the loss. The package computes
 * the mass of losses below or above a point, under both distributions of a mechanism's pair.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link OrderedPair}, the interface of all pairs: outcomes with a mass of their own, and
 *       {@link LossTails}, the continuous part.
 *   <li>Noise on all records: {@link GaussianPair}, {@link LaplacePair}, {@link
 *       TruncatedLaplacePair}, {@link DiscreteNoise}, {@link BoundedRangePair}, {@link AtomicPair}.
 *   <li>Samples: {@link SampledPair}, {@link FixedSizePair}, {@link AntipodalPair}, {@link
 *       GaussianMixturePair}, {@link PublishedMixturePair}, {@link AllocatedResponse}.
 *   <li>Others: {@link ObjectivePerturbationPair}, {@link ShuffledClonesPair} with {@code
 *       HalvedTails}, {@link JointPair} for a composition as one pair, {@link ProfilePair} for
 *       upper bounds of a profile, {@code ReversedPair} for the exchange.
 *   <li>{@link PairGuards}, the checks of parameters.
 * </ol>
 *
 * <p>Proofs are in {@code doc-files}.
 */
@NullMarked
package org.assay.accountant.internal.loss.pair;

import org.jspecify.annotations.NullMarked;
