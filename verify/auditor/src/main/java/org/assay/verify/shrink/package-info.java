/**
 * What is the smallest pair of datasets that still refutes a claim? A small pair explains a leak.
 * Every candidate is audited anew; the result is certified on runs of its own.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link Shrinker} has the settings and starts a search; {@code ShrinkSession} is one search
 *       under way. Every audit on the way is a {@link ShrunkWitness.ShrinkStep}.
 *   <li>{@link Shrinks} proposes smaller pairs. {@link ListShrinks} drops and simplifies records of
 *       lists: {@code Alignment} finds what both lists share, and {@code Chunk} is a range to drop.
 *       {@link VectorShrinks} is for vectors of statistics.
 *   <li>{@link Simplifiers.Simplifier} makes one record simpler; {@link Simplifiers} has those of
 *       usual records.
 *   <li>{@link ShrunkWitness} is the result. While the claim is true, a pair is certified with
 *       probability at most the error probability, whatever the search did. {@code FreshSeeds}
 *       gives every audit a seed of its own.
 * </ul>
 *
 * <pre>{@code
 * Mechanism<List<Double>> count =
 *     Mechanism.ofScalar((records, random) -> records.size() + 0.1 * random.nextGaussian());
 * AdjacentPair<List<Double>> found = ListPairs.addOne(List.of(0.2, 0.7), 1.0);
 * Auditor auditor = Auditor.of(new Guarantee.Gaussian(0.5, ADD_OR_REMOVE)).seed(7);
 * ShrunkWitness<List<Double>> smallest =
 *     Shrinker.of(auditor, ListShrinks.<Double>dropping()).shrink(count, found);
 * }</pre>
 */
@NullMarked
package org.assay.verify.shrink;

import org.jspecify.annotations.NullMarked;
