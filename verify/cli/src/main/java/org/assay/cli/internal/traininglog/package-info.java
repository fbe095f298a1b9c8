/**
 * Comparison of a training's log with the event of its computed epsilon: the subcommand {@code
 * training-log}.
 *
 * <p>Reading order: {@link TrainingLogCommand} is the subcommand, {@code LogReader} reads the log,
 * and {@code LogStatement} prints the findings of the checks.
 *
 * <pre>{@code
 * ./assay training-log run.jsonl --event '120 x poisson(64/2000, gaussian(1.1))'
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.traininglog;

import org.jspecify.annotations.NullMarked;
