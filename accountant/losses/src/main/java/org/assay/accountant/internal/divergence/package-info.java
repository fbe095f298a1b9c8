/**
 * Divergences of one pair of distributions, as enclosures: the loss of a single step at an order or
 * at an epsilon.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>Closed forms: {@link GaussianMechanism}, {@link LaplaceMechanism}, {@link
 *       RandomizedResponse}, {@link PureMechanism}, {@link BoundedRange}, {@link DiscreteLaplace},
 *       {@link TwoCandidates}, {@link KeepProbability}.
 *   <li>Sums over integers: {@link DiscreteGaussian}, {@link SampledDiscreteGaussian}, {@link
 *       FixedSizeDiscreteGaussian}, {@link SampledOutcomes}, {@code LatticeSum}.
 *   <li>Rényi moments by quadrature: {@link SampledGaussian} and {@link SampledGaussianMoment},
 *       {@link SampledLaplace} and {@link ExponentialLosses}, {@link ReplacedRecord}, {@link
 *       GaussianMixture}, {@link SampledWithReplacement}.
 *   <li>The integrands of these moments, which extend {@link PairIntegrand} or {@link
 *       SymmetricIntegrand}; {@link MomentSum} adds up what is not integrated.
 *   <li>Mechanisms with proofs of their own: {@link GaussianSparseVector} with {@code
 *       StoppingMoment}, and {@link LargestCoordinate}, which bounds shuffled batches from below.
 * </ol>
 *
 * <p>Proofs of all error bounds are in {@code doc-files}.
 *
 * <pre>{@code
 * Enclosure delta = GaussianMechanism.delta(0.5, 1.0);
 * }</pre>
 */
@NullMarked
package org.assay.accountant.internal.divergence;

import org.jspecify.annotations.NullMarked;
