/**
 * Gaussian steps where a record takes part in one step, drawn uniformly. The package computes the
 * distribution of the mean of the steps' likelihood ratios, and the divergences that it implies.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link AllocatedLaw}, the mean of independent likelihood ratios.
 *   <li>{@link AllocatedRenyi}, its Rényi divergences, and {@link AllocatedFactor}, its factor
 *       within a composition.
 *   <li>{@code AllocatedRay} and {@code AllocatedTable}, complex moments from one table of
 *       transforms, and {@code AllocatedNormal}, the contour of these transforms.
 *   <li>{@link AllocatedProfile} and {@code AllocatedMean}, the profile of more than 1000 steps.
 *   <li>{@code SeriesPower} and {@code ComplexLogGamma}, the arithmetic of the table.
 * </ol>
 *
 * <p>Proofs are in {@code doc-files/random-allocation.md}.
 */
@NullMarked
package org.assay.accountant.internal.contour.allocation;

import org.jspecify.annotations.NullMarked;
