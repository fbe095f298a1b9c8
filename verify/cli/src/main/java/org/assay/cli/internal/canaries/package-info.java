/**
 * Evidence of canaries about trainings by other frameworks: the subcommand {@code canaries}, which
 * reads tables of such trainings.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link CanariesCommand} is the subcommand. {@code ClaimOptions} is the claim to refute.
 *   <li>{@code TableReader} reads a {@code Table} of {@code Cell}s from JSON lines or
 *       comma-separated values. {@code Declared} checks the statements that a table must make,
 *       since nothing in it could show them.
 *   <li>Scores: {@code ScoreFile} is a table of canaries with its rule of guessing, and {@code
 *       EvidenceStatement} states the evidence of the scores, {@code EvidencePage} as a page.
 *   <li>Steps: {@code RecordedSteps} are steps that tossed their own coins. {@code LiveSteps}
 *       tosses the coins of a training in progress, and communicates with it by {@code JsonLine}s.
 *       {@code StepsStatement} states the evidence of the gradients.
 *   <li>Plans: {@code PlanOptions} and {@code PlanStatement} compute, before any run, the bounds
 *       that an experiment could show.
 * </ul>
 *
 * <pre>{@code
 * ./assay canaries --scores examples/canary-scores.csv --delta 1e-5 --claim-mu 1
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.canaries;

import org.jspecify.annotations.NullMarked;
