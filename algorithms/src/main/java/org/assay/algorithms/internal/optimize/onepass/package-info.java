/**
 * Training in one pass over the records. The algorithms are those of [@FeldmanKorenTalwar2020]:
 * noisy descent, and localization in phases.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link SnowballSgd} is noisy descent with batches that grow ({@link SnowballBatches}) and
 *       releases the last iterate. {@link AveragedNoisySgd} releases the average instead, and
 *       {@link ForgetfulIteration} is the counterexample to amplification of averages. {@code
 *       ScheduledDescent} and {@code DecayingSteps} are the common parts of their schedules.
 *   <li>{@link PhasedRelease} is iterative localization: every phase solves a problem on fresh
 *       records by a {@code StableSolver} and hides the result by Gaussian noise.
 *   <li>{@link PhasedSgd} and {@link StronglyConvexPhasedSgd} solve a phase by {@code
 *       AveragedDescent}. {@link PhasedErm} solves a phase by {@code RegularizedSolver}, whose
 *       {@code CertifiedMinimizer} is a {@code ContractionMinimizer} or a {@code
 *       MinorantMinimizer}.
 *   <li>{@link StronglyConvexReduction} reduces strongly convex losses to convex ones.
 *   <li>{@link OnePassSetups} configures the algorithms for a problem and a target.
 * </ul>
 *
 * <pre>{@code
 * import org.assay.algorithms.internal.geometry.EuclideanBall;
 * import org.assay.algorithms.objective.LogisticLoss;
 *
 * EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
 * PhasedRelease algorithm = PhasedSgd.calibrated(2000, 0.5, new LogisticLoss(1), ball);
 * DpEvent price = algorithm.event(); // known before any record is looked at
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.internal.optimize.onepass;

import org.jspecify.annotations.NullMarked;
