/**
 * Privacy profiles by inverting a moment generating function. The package computes delta and
 * epsilon for a product of such functions, in one order of the dominating pairs.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link LossFactor}, equal steps within a composition, and {@link LossTransform}, the factor
 *       along a vertical line.
 *   <li>{@link LossComposition}, which finds where the line crosses the real axis and searches for
 *       epsilon, and {@code LossProduct}, the moments of all factors together.
 *   <li>{@link ContourInversion}, the inverse Laplace transform along the line, with {@link
 *       ContourNodes}, {@code LineSweep} and {@code OscillatingSum}.
 *   <li>Compositions with atoms: {@code Smoothing} narrows the enclosure, and {@code Outcomes} sums
 *       few outcomes directly.
 *   <li>The parts of factors: {@link GaussianFactor}; {@link AtomsFactor} with {@link
 *       AtomsTransform} and {@code Multisets}; {@link ClosedMoment} with {@link ClosedTransform};
 *       {@link LineNodes} with {@code LineRotation} and {@link LineMoment} for quadrature rules.
 * </ol>
 *
 * <p>Proofs are in {@code doc-files}; {@code contour-inversion.md} comes first.
 */
@NullMarked
package org.assay.accountant.internal.contour;

import org.jspecify.annotations.NullMarked;
