/**
 * What do canaries show about a training by another framework? The package has the subcommand
 * {@code canaries}, which reads tables that such a training wrote.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link CanariesCommand} is the subcommand. {@code ClaimOptions} is the claim to refute.
 *   <li>{@code TableReader} reads a {@code Table} of {@code Cell}s from JSON lines or
 *       comma-separated values. {@code Declared} checks the statements that a table must make,
 *       since nothing in it could show them.
 *   <li>Scores: {@code ScoreFile} is a table of canaries with its rule of guessing, and {@code
 *       EvidenceStatement} says what the scores show, {@code EvidencePage} as a page.
 *   <li>Steps: {@code RecordedSteps} are steps that tossed their own coins. {@code LiveSteps}
 *       tosses the coins of a training under way, and talks to it by {@code JsonLine}s. {@code
 *       StepsStatement} says what the gradients show.
 *   <li>Plans: {@code PlanOptions} and {@code PlanStatement} say before anything runs what an
 *       experiment could show.
 * </ul>
 *
 * <pre>{@code
 * ./assay canaries --scores examples/canary-scores.csv --delta 1e-5 --claim-mu 1
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.canaries;

import org.jspecify.annotations.NullMarked;
