/**
 * Audits of mechanisms that are not part of this project. A program communicates by JSON Lines, and
 * a Java class is loaded from a jar. Crashes, timeouts and unreadable answers are outcomes like
 * others.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link OutsideProgram} is the command of a program with its time limits. {@link
 *       OutsideMechanism} is the mechanism that sends requests to the program. {@link Rehearsal}
 *       checks before an audit whether the program answers.
 *   <li>{@code Program} is one running process. {@code ProgramStart} and {@code RunningPrograms}
 *       ensure that no process outlives this virtual machine. {@code ErrorOutput} reads standard
 *       error.
 *   <li>{@code Request} and {@code RequestTexts} make the lines that are sent, for {@code Runs}
 *       asked for together. {@code LineReader}, {@code AnswerReader} and {@code OutputReader} read
 *       the answers into a {@code Reply}.
 *   <li>{@link LoadedMechanism} loads a class, and {@code MechanismClass} obtains the mechanism
 *       from it.
 *   <li>{@link OutsideProgram.OutsideProgramException} stands for programs that cannot be audited
 *       at all; {@code Failures} words its messages.
 * </ul>
 *
 * <pre>{@code
 * OutsideProgram program = OutsideProgram.of(List.of("python3", "my_mechanism.py"));
 * try (OutsideMechanism mechanism = new OutsideMechanism(program)) {
 *   Auditor auditor = Auditor.of(new Guarantee.Pure(1, ADD_OR_REMOVE));
 * }
 * }</pre>
 */
@NullMarked
package org.assay.verify.external;

import org.jspecify.annotations.NullMarked;
