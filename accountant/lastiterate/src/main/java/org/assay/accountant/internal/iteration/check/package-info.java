/**
 * The second opinion on certificates: another program evaluates the same argument in plain doubles.
 * The program shares with the search only the contents of a certificate and the table of two
 * starts.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link SecondOpinion} compares a certificate's claim with the second evaluation.
 *   <li>{@code PlainEvaluation} evaluates the argument of a certificate; {@code PlainRun} computes
 *       the parameters of the run again.
 *   <li>{@code PlainStep}, {@code PlainPairs} and {@code PlainComposition} are the costs of steps.
 *   <li>{@code PlainSurvival} and {@code PlainSmoothedMixing} bound how soon starts are forgotten.
 *   <li>{@code PlainRecoupling}, {@code PlainThresholds}, {@code PlainTwoData} and {@code
 *       PlainShifts} evaluate clipped re-coupling; {@code PlainRecoupled} and {@code
 *       PlainRecoupledDivergence} read the result off.
 * </ul>
 *
 * <p>The theorems stand in {@code mixing/doc-files/mixing.md}, {@code
 * recoupling/doc-files/recoupling.md} and {@code recoupling/doc-files/two-data.md}.
 */
@NullMarked
package org.assay.accountant.internal.iteration.check;

import org.jspecify.annotations.NullMarked;
