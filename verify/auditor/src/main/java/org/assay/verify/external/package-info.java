/**
 * Mechanisms from outside: programs that speak JSON Lines, and classes from a jar.
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
