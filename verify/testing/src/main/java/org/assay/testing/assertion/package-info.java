/**
 * Does a mechanism keep its privacy claim, asked as an assertion in the manner of AssertJ? An
 * assertion runs an audit; a failing one shows a small pair of datasets and the command that
 * repeats it.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link MechanismAssertions} begins an assertion. {@link MechanismAssert} asks for the
 *       neighbours, and {@link AuditAssert} for the claim.
 *   <li>{@link Domain} is a kind of datasets with its neighbours, for example numbers between 0 and
 *       1. {@link Claim} is a claim without its adjacency relation; {@link Claims} has the common
 *       ones.
 *   <li>{@code AuditExecution} makes one audit: it reserves a part of the suite's error
 *       probability, runs the auditor, and makes a refuting pair smaller. {@code AuditSubject} is
 *       what is audited, and {@code AuditOptions} how.
 *   <li>{@code FailureMessage} words the result for a developer.
 * </ul>
 *
 * <pre>{@code
 * MechanismAssertions.assertThatMechanism(
 *         Mechanism.<List<Double>>ofScalar((records, random) -> random.nextGaussian()))
 *     .onAdjacentPairsOf(Domain.numbersBetween(0, 1, ADD_OR_REMOVE))
 *     .satisfies(Claims.gdp(0.5));
 * }</pre>
 */
@NullMarked
package org.assay.testing.assertion;

import org.jspecify.annotations.NullMarked;
