/**
 * Certified numbers for other programs: the subcommand {@code evaluate} and its batch language: one
 * JSON object a line, intervals as answers.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link EvaluateCommand} is the subcommand. {@code BatchEvaluator} answers a batch line by
 *       line in constant memory; {@code BatchRun} is one pass, with a thread that reads, threads
 *       that compute, and a timer.
 *   <li>{@code BatchLine} is a question or a cancellation, {@code Keys} has the keys of questions,
 *       and {@code LineException} is the fault of one line.
 *   <li>{@code Functions} lists every {@code BatchFunction}. {@code Function} is one of numbers,
 *       each an {@code Argument}. {@code EventFunction} computes the cost of any event, and {@code
 *       EventCalibration} finds a number in it. {@code LastIterateFunction} bounds last iterates.
 *   <li>{@code BatchAnswer} is the answer of a function; {@code Answer} is a number in decimals.
 * </ul>
 *
 * <pre>{@code
 * echo '{"fn": "gaussian_eps", "args": {"mu": 0.5, "delta": 1e-5}}' | ./assay evaluate
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.evaluate;

import org.jspecify.annotations.NullMarked;
