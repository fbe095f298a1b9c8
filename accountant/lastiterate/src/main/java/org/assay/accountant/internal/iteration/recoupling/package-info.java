/**
 * Clipped re-coupling of two runs. The package bounds the privacy profile of the last iterate if
 * the two runs are coupled anew after every horizon, and large losses are clipped.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@code Recoupling} is the whole argument: a profile for any two starts after the first
 *       horizon, improved by stages of {@code RecouplingStep}. {@link RecoupledProfiles} keeps the
 *       results, and {@code HorizonProfiles} the parts that several arguments share.
 *   <li>{@link LatticeProfile} is a profile at the losses of a {@code ProfileLattice}, as
 *       logarithms that are rounded up. {@code ProfileTriangle} joins two profiles; {@link
 *       ProfileMoment} and {@code LatticePair} read Rényi divergences off a profile.
 *   <li>{@code TwoDataBound} bounds two runs on neighbouring data from any two points. {@code
 *       TwoDataRecursion} follows the distance of the runs block by block on a {@code
 *       TwoDataLattice}; {@code TwoDataMoves}, {@code TwoDataKernels} and {@code TwoDataLine} are
 *       one block. {@code GaussianTwoDataProfiles} and {@code SampledTwoDataProfiles} need no
 *       recursion.
 *   <li>{@code LogSum}, {@code Scaled} and {@code ScaledProducts} add many exponentials quickly.
 * </ul>
 *
 * <p>Proofs: {@code doc-files/recoupling.md} first, then {@code doc-files/two-data.md}.
 */
@NullMarked
package org.assay.accountant.internal.iteration.recoupling;

import org.jspecify.annotations.NullMarked;
