/**
 * Factors of the moment generating function of a composition, one for each mechanism. The package
 * computes the moment of equal steps, on the real axis and along a vertical line.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>Closed forms: {@link LaplaceFactor}, {@link BoundedRangeFactor}, {@link
 *       DiscreteGaussianFactor} with {@code DiscreteGaussianLine}.
 *   <li>Gaussian steps on Poisson samples: {@link MixtureFactor}, {@link MixturePair}, {@link
 *       MixtureTransform}, {@code ShiftedLine} and {@link DecayBound}.
 *   <li>Gaussian steps on samples of fixed size: {@link FixedSizeFactor}, {@code
 *       FixedSizeTransform}, {@code FixedSizeLineIntegrand}, {@code HalfLineDecay}.
 *   <li>Long lists of unlike samples: {@link RealLine} over {@link NormalNoise}, with {@code
 *       Powers}; {@link SampledDiscreteGaussianFactor} uses it too.
 *   <li>Laplace noise on Poisson samples: {@link SampledExponentialFactor}, its terms, nodes and
 *       transform.
 * </ol>
 */
@NullMarked
package org.assay.accountant.internal.contour.factor;

import org.jspecify.annotations.NullMarked;
