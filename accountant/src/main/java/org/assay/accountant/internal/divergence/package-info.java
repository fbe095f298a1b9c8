/**
 * Rényi and hockey-stick divergences of named pairs of distributions, and of compositions of such
 * pairs, as enclosures. The package answers: how much does this step, or this run, lose at an
 * order, an epsilon or a delta?
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>One step in closed form: {@link GaussianMechanism}, {@link LaplaceMechanism}, {@link
 *       RandomizedResponse}, {@link PureMechanism}, {@link BoundedRange}, {@link DiscreteGaussian}.
 *   <li>One step whose Rényi moment is an integral or a long sum: {@link SampledGaussian} and
 *       {@code SampledGaussianMoment}, {@link SampledLaplace}, {@link ReplacedRecord}, {@link
 *       GaussianMixture}, {@link AllocatedRenyi}. Integrands extend {@code PairIntegrand}.
 *   <li>Compositions with an exact profile: {@link GaussianComposition}, {@link MixedComposition},
 *       then {@code LossComposition} (one direction) and {@code ContourInversion} (the inverse
 *       Laplace transform of the moment generating function along a vertical contour).
 *   <li>The factors of the moment generating function, one class for each kind of step: {@code
 *       LossFactor}, {@code LossTransform}, {@code MixtureFactor}, {@code LaplaceFactor}, {@code
 *       AtomsFactor}, {@code AllocatedFactor}.
 *   <li>Help for difficult contours: {@code Smoothing} for losses with atoms, {@code RareSampling}
 *       for rare large losses, {@code SampledList} and {@code LineSweep} for many kinds of steps.
 *   <li>Sensitivities of strategy matrices: {@link StrategyMatrix}, {@link TreeMatrix}.
 * </ol>
 *
 * <p>Proofs of all error bounds are in {@code doc-files}.
 *
 * <pre>{@code
 * GaussianComposition run =
 *     GaussianComposition.under(ADD_OR_REMOVE).withPoissonSampled(0.01, 1.1, 1000);
 * Enclosure epsilon = run.epsilon(1e-5);
 * }</pre>
 */
@NullMarked
package org.assay.accountant.internal.divergence;

import org.jspecify.annotations.NullMarked;
