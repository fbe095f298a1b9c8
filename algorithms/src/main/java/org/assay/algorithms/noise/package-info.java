/**
 * Samplers of noise whose releases have exactly the privacy of their events. Each sampler has the
 * event of releasing a query with its noise.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link GridGaussian} and {@link GridLaplace} are the mechanisms for releases. The sum of
 *       query and real noise is rounded to a {@link ReleaseGrid} exactly, so that low bits reveal
 *       nothing. {@code ExactDeviate} and {@code UniformDigits} draw real numbers digit by digit;
 *       {@code BinaryFraction} is a double as an exact fraction.
 *   <li>{@link GaussianNoise} is the noise inside iterations, in double precision.
 *   <li>{@link DiscreteLaplaceSampler} draws whole numbers exactly, by {@code ExactBernoulli}
 *       coins.
 *   <li>{@link GeneralizedGaussianNoise} is for norms other than the Euclidean one, {@link
 *       SmoothNorm} is the norm of its density. {@link GeneralizedGaussianMechanism} releases
 *       queries with this noise on a grid. {@code ExactSmoothNoise} and {@code RealNumbers} draw
 *       the noise exactly.
 *   <li>{@link KeystreamRandom} is a cryptographically strong generator.
 * </ul>
 *
 * <pre>{@code
 * GridGaussian noise = new GridGaussian(2.5);
 * double[] released = noise.release(new double[] {17, 4}, KeystreamRandom.secure());
 * DpEvent spent = noise.event(Sensitivity.unit(REPLACE_ONE));
 * }</pre>
 *
 * <p>Proofs: {@code doc-files/grid-noise.md} and {@code doc-files/generalized-gaussian-noise.md}.
 */
@NullMarked
package org.assay.algorithms.noise;

import org.jspecify.annotations.NullMarked;
