/**
 * The guarantee of a DP-SGD or federated training on one screen: the subcommand {@code dp-sgd}.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link DpSgdCommand} is the subcommand, {@code PlanOptions} its options, and {@code
 *       Wording} the words for records or for clients.
 *   <li>{@code Plan} turns records, batches and epochs into a rate, a number of steps, and events.
 *   <li>{@code Batches} is the cost of Poisson samples or shuffled batches, {@code Attacker} its
 *       meaning, and {@code OtherAccount} the result of another library.
 *   <li>{@code DpSgdStatement} prints all of these.
 * </ul>
 *
 * <pre>{@code
 * ./assay dp-sgd --records 60000 --batch-size 256 --epochs 15 --noise-multiplier 1.1 --delta 1e-5
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.dpsgd;

import org.jspecify.annotations.NullMarked;
