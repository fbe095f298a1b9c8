/**
 * Training for losses that are not convex but satisfy the Kurdyka-Lojasiewicz condition. The
 * algorithms are those of [@MenartEtAl2023]. Their utility rests on the condition; their guarantees
 * do not.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link KlProblem} is a loss, a set and the constants of the condition.
 *   <li>{@link AdaptiveNoisyGd} measures the norm of the gradient first, and adds noise in
 *       proportion to it. {@code AdaptiveConstants} are its parameters; an {@code AdaptiveBudget}
 *       decides before every measurement whether it may still be made.
 *   <li>{@link KlSpider} measures a gradient once in a round, and then its differences. {@code
 *       SpiderSchedule} has its rounds and noise.
 *   <li>{@link RegularizedNoisyGd} is noisy descent with a regularizer, and {@link ProximalPoint}
 *       repeats it for weakly convex losses.
 *   <li>{@code FullBatch} is the mean gradient of all records with its sensitivity, used by all of
 *       these algorithms.
 *   <li>{@link KlSetups} configures the algorithms for a problem and a target.
 * </ul>
 *
 * <pre>{@code
 * import org.assay.algorithms.internal.geometry.EuclideanBall;
 * import org.assay.algorithms.objective.LogisticLoss;
 *
 * EuclideanBall ball = EuclideanBall.centeredAtOrigin(2, 1);
 * AdaptiveNoisyGd algorithm = AdaptiveNoisyGd.of(2000, 0.1, 0.05, new LogisticLoss(1), ball);
 * DpEvent price = algorithm.event(); // at most rho = 0.1, whatever the gradients are
 * }</pre>
 *
 * <p>The costs of the algorithms are derived in {@code doc-files/kl-privacy.md}.
 */
@NullMarked
package org.assay.algorithms.internal.optimize.kl;

import org.jspecify.annotations.NullMarked;
