/**
 * Families of adjacent datasets for audits. A family lists pairs, with those first that are most
 * likely to show a leak.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link PairFamily} numbers the pairs of one relation: first the leading ones ({@code
 *       LeadingPairs}), then pairs drawn at random. A pair depends on the seed and its number only.
 *   <li>{@link RecordPairs} makes pairs of any lists of records, with a {@link PairFamily.Mutation}
 *       for unusual records. {@code Neighbours}, {@code Arrival} and {@code Sizes} are helpers of
 *       {@code RecordPairs}.
 *   <li>Families by the kind of data: {@link NumericPairs}, {@link TextPairs}, {@link
 *       LabeledPairs}, {@link UserPairs}, {@link VectorPairs} and {@link GradientPairs}. {@link
 *       IntegerPairs} has sums that overflow.
 *   <li>Families for mechanisms that are handed an answer instead of data: {@link StatisticPairs}
 *       and {@link AnswerPairs}.
 *   <li>{@link org.assay.verify.internal.writing.DataDescription} and {@link DatasetEquality}
 *       describe and compare datasets of any kind.
 * </ul>
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
