/**
 * Norms, bounded convex sets and their projections: the sets on which parameters are optimized.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link ConstraintSet} is a set with a diameter that is a true upper bound, and a Euclidean
 *       projection. {@link LinearMinimizationOracle} is a set over which a linear function is
 *       easily minimized, as Frank-Wolfe methods need.
 *   <li>{@link EuclideanBall} and {@link Box} are the plain sets; {@link L1Ball} has sparse
 *       corners.
 *   <li>{@link LpBall} is the ball of an {@link LpNorm}, which also has the dual norm and the
 *       mirror map. {@code LpBallProjection} projects on the ball.
 *   <li>{@link Polytope} is the convex hull of points; {@code MinimumNormPoint} projects on the
 *       hull by Wolfe's method.
 *   <li>{@link Norms} computes Euclidean norms, quickly or as true upper bounds.
 * </ul>
 *
 * <pre>{@code
 * EuclideanBall ball = EuclideanBall.centeredAtOrigin(3, 1);
 * double[] point = {3, 0, 4};
 * ball.project(point); // the nearest point of the ball
 * double diameter = ball.diameter();
 * }</pre>
 */
@NullMarked
package org.assay.algorithms.internal.geometry;

import org.jspecify.annotations.NullMarked;
