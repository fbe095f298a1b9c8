/**
 * Lower bounds on the privacy loss of noisy gradient descent that releases only its last iterate.
 * The proofs are pairs of random walks, clamped to an interval, that are instances of the algorithm
 * on two neighbouring datasets. No true guarantee can be below these bounds.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link org.assay.verify.walk.RandomWalk} is a pair of walks whose losses stay the same;
 *       {@code LinearLosses} and {@code WalkScale} say why the pair is an instance of the settings.
 *       {@link org.assay.verify.walk.RampWalk} is a pair whose losses change between blocks of
 *       steps; {@code WalkReset} extends its bound to all longer runs.
 *   <li>{@code WalkModel} is one walk as numbers: a width, a start, and a {@code StepLaw} for every
 *       step.
 *   <li>{@code WalkEvolution} encloses the law of a walk after its last step. {@code
 *       QuadraturePlan}, {@code PanelGrid}, {@code StepDensity} and {@code StepKernel} discretize a
 *       step; {@code BinTable} and {@code BeyondWalls} sort the last one into bins.
 *   <li>{@code DirectedPair} and {@code LawPair} turn two enclosed laws into lower bounds on
 *       divergences. {@link org.assay.verify.walk.WalkLowerBound} and {@link
 *       org.assay.verify.walk.RampLowerBound} state the bounds with their witness; {@code LastStep}
 *       bounds the last step alone.
 *   <li>{@link org.assay.verify.walk.WalkSearch} and {@link org.assay.verify.walk.RampSearch} look
 *       for strong walks. Shapes ({@code RampShape}, {@code SteepShape}) and rescaled walks steer
 *       the searches and prove nothing.
 * </ul>
 *
 * <p>Constants of searches and discretizations steer the strength and the time of a bound, never
 * its validity. No benchmark tuned them, except where a comment says what was maximized.
 *
 * <pre>{@code
 * NoisySgd settings =
 *     NoisySgd.of(NoisySgdSampling.FULL_BATCH, REPLACE_ONE)
 *         .batches(1000, 1000)
 *         .steps(5000, 0.2)
 *         .noise(0.05)
 *         .lipschitzConstant(1)
 *         .diameter(1)
 *         .curvature(0, 1)
 *         .build();
 * WalkLowerBound bound = WalkSearch.strongest(settings, WalkObjective.epsilon(1e-5));
 * System.out.println(bound.epsilon(1e-5)); // at least so much, by this walk
 * }</pre>
 *
 * <p>Proofs: {@code doc-files/walk-instances.md} and {@code doc-files/walk-quadrature.md}.
 */
@NullMarked
package org.assay.verify.walk;

import org.jspecify.annotations.NullMarked;
