/**
 * Profiles of pairs, without or before a convolution: the profile of one pair, and quick bounds of
 * the profile of several.
 *
 * <p>Classes in reading order: {@link DirectProfile}, the exact profile of one pair; {@link
 * UnionBound}, quick bounds of a composition; {@link JoinedProfile} and {@link ProfileGrid}, bounds
 * at some points joined by straight lines; {@link AllocatedPair} with {@code AllocatedSum} and
 * {@code RatioLaw}, a step on a record that takes part at one random step of several ({@code
 * doc-files/random-allocation.md}).
 */
@NullMarked
package org.assay.accountant.internal.loss;

import org.jspecify.annotations.NullMarked;
