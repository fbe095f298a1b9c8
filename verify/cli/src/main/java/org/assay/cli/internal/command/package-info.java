/**
 * The common parts of all subcommands: statements, exit codes and shared options.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link StatementCommand} is a subcommand that makes a {@link Statement}: it computes the
 *       statement, prints it as text or JSON, and ends with an exit code. New subcommands extend
 *       it.
 *   <li>{@link ExitCode} has the codes, and {@link VerdictCode} the code of verdicts.
 *   <li>Options: {@link AdjacencyOption} names a relation, {@link GuaranteeOptions} a guarantee to
 *       meet. {@link NumberOption} reads numbers such as {@code 1e6} and {@code 1/60000}, and
 *       {@link ProgressOption} is the style of progress messages.
 *   <li>{@link GuaranteeText} writes a certified guarantee in few digits, rounded to the weaker
 *       side; {@link CitationJson} writes the source of a proof.
 *   <li>{@link Heap} has messages about a full Java heap.
 * </ul>
 *
 * <p>Example, the smallest subcommand of all:
 *
 * <pre>{@code
 * final class GreetCommand extends StatementCommand {
 *   GreetCommand(Console console) {
 *     super(console);
 *   }
 *
 *   @Override
 *   protected Statement statement(Progress progress) {
 *     return new GreetStatement("hello");
 *   }
 * }
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.command;

import org.jspecify.annotations.NullMarked;
