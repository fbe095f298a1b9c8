/**
 * Is a claim about an event true for all values of its parameters? The package searches a range for
 * the worst case by computation. Nothing is run, and nothing is random.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link RangeClaim} is the claim. A point of its range gives an {@link Instance}: an event,
 *       and what is claimed of it.
 *   <li>{@link RangeSearch} looks for the worst point. It begins with a {@link Grid} and refines
 *       the best points. {@code ComparedPoints} computes every point once.
 *   <li>{@code TrueCost} compares what an event truly costs with what is claimed, in the currency
 *       of the claim. {@code OnlyGaussians}, {@code MuSquared}, {@code PureSum} and {@code
 *       RandomizedResponseSum} know costs that are attained.
 *   <li>{@code SecondComputation} and {@code GaussianRecheck} compute a violation again by other
 *       means. {@link PointException} says why a point cannot be judged.
 *   <li>{@link RangeFinding} is the result, with a {@link RangeWitness} or a curve of {@link
 *       RatioPoint}s. {@link RangeSection} brings it into a report; {@code RangeProse}, {@code
 *       RangePlot} and {@code RangeJson} show it.
 * </ul>
 *
 * <p>Example, a claims file of such claims:
 *
 * <pre>{@code
 * ./assay audit examples/famous-claims.yaml
 * }</pre>
 */
@NullMarked
package org.assay.ledger.internal.range;

import org.jspecify.annotations.NullMarked;
