/**
 * Deterministic checks that come before statistics: recorded noise replayed on a neighbour.
 *
 * <pre>{@code
 * GrayBoxMechanism<List<Double>> size =
 *     (records, noise) -> Outcome.of(noise.laplace("size", records.size(), 1, 1));
 * ReplayReport report =
 *     ReplayCheck.of(new Guarantee.Pure(1, ADD_OR_REMOVE))
 *         .check(size, List.of(ListPairs.addOne(List.of(), 1.0)));
 * }</pre>
 */
@NullMarked
package org.assay.verify.replay;

import org.jspecify.annotations.NullMarked;
