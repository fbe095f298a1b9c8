/**
 * Composition of losses on a lattice. The package bounds the profile of independent losses from
 * above and below, by distributions on multiples of a step.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link LatticeLaw}, a loss on multiples of a step; {@link Discretization} with {@link
 *       LossCells} and {@code Grouping}, the two distributions around a pair.
 *   <li>{@link LatticeComposition}, convolution by the fast Fourier transform, in a {@code
 *       LatticeWindow}.
 *   <li>{@link SaddlePoint} and {@code TiltChoice}, the choice of mesh and tilt.
 *   <li>{@link LatticeBracket}, a composition from above and from below; {@link ScoreTest}, lower
 *       bounds by a test; {@link Crossing}, the search for the point where a bound meets a value.
 * </ol>
 *
 * <p>Proofs are in {@code doc-files}; {@code lattice-laws.md} comes first.
 */
@NullMarked
package org.assay.accountant.internal.loss.lattice;

import org.jspecify.annotations.NullMarked;
