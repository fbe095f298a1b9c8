/**
 * Many Gaussian steps that each sample a record rarely. Nearly every loss is tiny and a few are
 * huge, so the moments of all losses give large bounds. The package computes the profile with large
 * losses cut off and counted separately.
 *
 * <p>Classes in reading order: {@link RareSampling} chooses the cut and composes; {@code CutPair}
 * is one truncated step; {@code CutFactor} is its factor within a composition; {@code CutMoment}
 * and {@code CutDecay} evaluate and bound the factor along a contour. The proof is in {@code
 * doc-files/rare-sampling.md}.
 */
@NullMarked
package org.assay.accountant.internal.contour.rare;

import org.jspecify.annotations.NullMarked;
