/**
 * How are the claims of a file audited, and how is the audit told? The package has the subcommand
 * {@code audit}; the package {@code claims} reads the file.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link AuditCommand} is the subcommand. {@code AuditRun} audits one claim after the other,
 *       each with its share of the error probability.
 *   <li>{@code AuditCourse} prints a verdict when it falls, and writes the report even if the audit
 *       is interrupted. {@code AuditOutput} is what is printed and written, {@code VerdictLine} one
 *       line. {@code AuditProgress} tells how far a claim is, and {@code EventFile} tells other
 *       programs. {@code UndecidedSection} names the claims that were not reached.
 *   <li>{@code FurtherRuns} follow a refutation and do not change it. {@code LowestBits} asks
 *       whether only the lowest bits betray the data. {@code SmallerPair} looks for a smaller pair,
 *       and {@code Unreadable} for programs that cannot read their input.
 *   <li>{@code CheckpointDirectory} keeps what was observed. {@code RunnerOptions} and {@code
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
