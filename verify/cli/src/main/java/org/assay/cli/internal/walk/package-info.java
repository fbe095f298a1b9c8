/**
 * Upper and lower bounds on the privacy of the last iterate of noisy stochastic gradient descent:
 * the subcommand {@code walk}. {@code docs/reference/walk.md} explains its columns.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link WalkCommand} is the subcommand, {@code WalkOptions} and {@code StepsOption} its
 *       options.
 *   <li>{@link Descent} is the run as a user describes it. {@link Currency} is the parameter that
 *       is bounded: epsilon or a Rényi divergence.
 *   <li>{@link Bracket} holds a parameter between two certified numbers. The upper one is the
 *       accountant's; {@code ArgumentText} and {@code CertificateJson} write its proof.
 *   <li>{@link LowerBound} is a certified lower bound, or the reason why there is none. {@link
 *       FixedLosses} and {@code ChangingLosses} search for the bound within a time limit.
 *   <li>{@code WalkStatement} prints all rows, and {@code WalkPage} draws them.
 * </ul>
 *
 * <pre>{@code
 * ./assay walk --records 10000 --sampling full-batch --lipschitz 1 --diameter 1 --step-size 0.25 \
 *     --noise 0.01 --smoothness 1 --adjacency replace-one --delta 1e-5 --steps 1000,40000 --no-lower
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.walk;

import org.jspecify.annotations.NullMarked;
