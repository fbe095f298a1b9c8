/**
 * Audits of the claims of a file, and their output: the subcommand {@code audit}. The package
 * {@code claims} reads the file.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link AuditCommand} is the subcommand. {@code AuditRun} audits one claim after the other,
 *       each with its share of the error probability.
 *   <li>{@code AuditCourse} prints each verdict as soon as it is reached, and writes the report
 *       even if the audit is interrupted. {@code AuditOutput} is the whole output, {@code
 *       VerdictLine} one line. {@code AuditProgress} shows the progress of a claim, and {@code
 *       EventFile} writes events for other programs. {@code UndecidedSection} names the claims that
 *       were not reached.
 *   <li>{@code FurtherRuns} follow a refutation and do not change it. {@code LowestBits} tests
 *       whether only the lowest bits reveal the data. {@code SmallerPair} looks for a smaller pair,
 *       and {@code Unreadable} for programs that cannot read their input.
 *   <li>{@code CheckpointDirectory} keeps the observations. {@code RunnerOptions} and {@code
 *       ClusterTrials} make runs on a cluster.
 * </ul>
 *
 * <pre>{@code
 * ./assay audit examples/breast-cancer.yaml --report target/report
 * }</pre>
 */
@NullMarked
package org.assay.cli.internal.audit;

import org.jspecify.annotations.NullMarked;
