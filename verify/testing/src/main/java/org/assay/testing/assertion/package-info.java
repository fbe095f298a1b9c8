/**
 * Assertions about mechanisms, in the manner of AssertJ.
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
