/**
 * Audits of training: canaries in one run, noisy gradients step by step, last iterates.
 *
 * <pre>{@code
 * StepClaim claim = StepClaim.poissonSampledGaussian(0.25, 1, ADD_OR_REMOVE);
 * InRunAudit audit = InRunAudit.of(claim, ADD_OR_REMOVE, 1e-3, 7);
 * GradientStep step =
 *     (withCanary, random) -> new double[] {(withCanary ? 1 : 0) + random.nextGaussian()};
 * System.out.println(audit.run(step, Projection.onto(1), 3000));
 * }</pre>
 */
@NullMarked
package org.assay.verify.training;

import org.jspecify.annotations.NullMarked;
