/**
 * Families of adjacent pairs, the ones most likely to show a leak first.
 *
 * <pre>{@code
 * PairFamily<List<Double>> family =
 *     NumericPairs.numbers(List.of(0.2, 0.7, 1.0), ADD_OR_REMOVE).family();
 * List<AdjacentPair<List<Double>>> pairs = family.pairs(7, 24); // seed, how many
 * }</pre>
 */
@NullMarked
package org.assay.verify.pairs;

import org.jspecify.annotations.NullMarked;
