/**
 * Training with gradients measured in other norms than the Euclidean one. The algorithms are those
 * of [@BassilyGuzmanNandi2021].
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link NoisyMirrorDescent} with its {@link MirrorSchedule} draws records with replacement.
 *       {@code DrawnStep} and {@code DrawnNoiseCurve} are the cost of such a step ({@code
 *       doc-files/drawn-with-replacement.md}).
 *   <li>{@link NoisyFrankWolfe} with its {@link NoisyFrankWolfe.FrankWolfeSchedule} makes one pass
 *       over disjoint batches. {@link NoisyMeanGradient} is one release of the generalized Gaussian
 *       mechanism.
 *   <li>{@link PolyhedralFrankWolfe} with its {@link PolyhedralSchedule} chooses vertices of a
 *       polytope. {@code PolytopeGeometry} has the constants, and {@code PolyhedralSpend} the cost
 *       ({@code doc-files/noisy-minimum.md}).
 *   <li>{@code NoiseNorm} chooses the norm of the noise for a ball.
 *   <li>{@link NonEuclideanSetups} configures the algorithms for a problem and a target.
 * </ul>
 *
 * <pre>{@code
 * import org.assay.algorithms.internal.geometry.LpBall;
 * import org.assay.algorithms.objective.LogisticLoss;
 *
 * Guarantee target = new Guarantee.ZeroConcentrated(0.1, REPLACE_ONE);
 * LpBall ball = LpBall.of(20, 1.5, 1);
 * NoisyFrankWolfe algorithm = NoisyFrankWolfe.calibrated(2000, new LogisticLoss(1), ball, target);
 * DpEvent price = algorithm.event();
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.internal.optimize.noneuclidean;

import org.jspecify.annotations.NullMarked;
