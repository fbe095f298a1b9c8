/**
 * Enclosures and directed rounding. The package answers: between which two doubles does an exact
 * result lie? There are no privacy words here.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>{@link Rounding}: elementary operations rounded to one side.
 *   <li>{@link Enclosure}: interval arithmetic on top of these.
 *   <li>{@link Rational} and {@link Decimals}: exact sums, and decimal texts.
 * </ol>
 *
 * <p>Long computations call {@link InterruptedComputationException#check} in their loops.
 *
 * <pre>{@code
 * Enclosure third = Enclosure.ONE.dividedBy(3);
 * String safe = third.exp().upperDecimal();
 * }</pre>
 */
@NullMarked
package org.assay.accountant.numeric;

import org.jspecify.annotations.NullMarked;
