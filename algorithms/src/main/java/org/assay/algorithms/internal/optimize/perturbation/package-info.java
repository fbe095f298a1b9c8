/**
 * Training with records drawn with replacement, and by perturbing the objective. The algorithms are
 * those of [@BassilyFeldmanTalwarThakurta2019].
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link MinibatchNoisySgd} with its {@link MinibatchSchedule} draws every batch with
 *       replacement. {@link NoisyProxGradient} is for losses with kinks, which a {@link
 *       MoreauEnvelope} makes smooth.
 *   <li>{@link ObjectivePerturbation} with its {@link PerturbationSchedule} adds a random linear
 *       term to the objective, and releases a point near the minimizer. {@code
 *       ObjectivePerturbationCurve} is the cost of the exact minimizer ({@code
 *       doc-files/objective-perturbation.md}).
 *   <li>{@code PerturbedObjective} is the function to minimize. {@code MinimizerSearch} finds its
 *       minimizer to a certified distance: {@code AcceleratedDescent} or {@code Svrg}.
 *   <li>{@link PerturbationSetups} configures the algorithms for a problem and a target.
 * </ul>
 *
 * <pre>{@code
 * import org.assay.algorithms.internal.geometry.EuclideanBall;
 * import org.assay.algorithms.objective.LogisticLoss;
 *
 * EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
 * MinibatchSchedule schedule = new MinibatchSchedule(100, 20, 0.1, 0.5);
 * MinibatchNoisySgd algorithm = MinibatchNoisySgd.of(schedule, 2000, new LogisticLoss(1), ball);
 * DpEvent price = algorithm.event(); // 100 steps on 20 records drawn with replacement
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.internal.optimize.perturbation;

import org.jspecify.annotations.NullMarked;
