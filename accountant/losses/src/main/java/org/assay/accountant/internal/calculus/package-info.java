/**
 * Special functions, integrals, roots and transforms with proven error bounds. The package answers:
 * between which two doubles does the result of a numerical method lie?
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link NormalTail} and {@link ExpRemainder}: special functions.
 *   <li>{@link AnalyticIntegral} with {@link GaussLegendre}: integrals.
 *   <li>{@link MonotoneInverse} and {@link ConcaveMaximum}: roots and maxima whose ends are proved.
 *   <li>{@link CircularProduct} with {@code SparseSpectrum} and {@code TransformCheck}:
 *       convolution.
 *   <li>{@link BinomialWindow}: binomial masses.
 * </ol>
 *
 * <pre>{@code
 * Enclosure tail = NormalTail.upperTail(Enclosure.exact(3));
 * String safe = tail.upperDecimal();
 * }</pre>
 */
@NullMarked
package org.assay.accountant.internal.calculus;

import org.jspecify.annotations.NullMarked;
