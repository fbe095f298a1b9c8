/**
 * The best of a random number of runs: its loss, from the loss of a single run.
 *
 * <p>Classes in reading order: {@link Repetitions} is the distribution of the number of runs,
 * {@link PoissonRepetitions} and {@link NegativeBinomialRepetitions} are its two kinds; {@link
 * BestRun} gives the Rényi divergences of the best run; {@code OrderSearch} looks for orders with
 * small bounds and {@code TailRatio} bounds a profile. The proof is in {@code
 * doc-files/repeat-and-select.md}.
 */
@NullMarked
package org.assay.accountant.internal.selection;

import org.jspecify.annotations.NullMarked;
