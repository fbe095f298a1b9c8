/**
 * Seeded runs of a mechanism on adjacent datasets, and what came out of them.
 *
 * <pre>{@code
 * Mechanism<List<Double>> count =
 *     Mechanism.ofScalar((records, random) -> records.size() + random.nextGaussian());
 * AdjacentPair<List<Double>> pair = ListPairs.addOne(List.of(0.2, 0.7), 1.0);
 * }</pre>
 */
@NullMarked
package org.assay.verify.trial;

import org.jspecify.annotations.NullMarked;
