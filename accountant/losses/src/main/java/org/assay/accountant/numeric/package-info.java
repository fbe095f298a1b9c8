/**
 * Enclosures, directed rounding and certified special functions. The package answers: between which
 * two doubles does an exact result lie? No privacy words here; internal to Assay.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link Rounding}: elementary operations rounded to one side.
 *   <li>{@link Enclosure}: interval arithmetic on top of these; {@link Rational} and {@link
 *       Decimals} for exact sums and for printing.
 *   <li>{@link NormalTail} and {@link ExpRemainder}: special functions with proven error bounds.
 *   <li>{@link AnalyticIntegral} with {@link GaussLegendre}: integrals with proven error bounds.
 *   <li>{@link MonotoneInverse} and {@link ConcaveMaximum}: roots and maxima whose ends are proved.
 *   <li>{@link CircularProduct} and {@link BinomialWindow}: convolution and binomial masses.
 * </ol>
 *
 * <p>Long computations call {@link InterruptedComputationException#check} in their loops.
 *
 * <pre>{@code
 * Enclosure third = Enclosure.ONE.dividedBy(3);
 * Enclosure tail = NormalTail.upperTail(third);
 * String safe = tail.upperDecimal();
 * }</pre>
 */
@NullMarked
package org.assay.accountant.numeric;

import org.jspecify.annotations.NullMarked;
