/**
 * The second opinion on certificates. The package answers: does another program, in plain doubles,
 * find the same bound from the same parameters? It shares with the search only what a certificate
 * says and the table of two starts.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link SecondOpinion} compares a certificate's claim with the second evaluation.
 *   <li>{@code PlainEvaluation} evaluates the argument of a certificate; {@code PlainRun} works out
 *       the parameters of the run again.
 *   <li>{@code PlainStep}, {@code PlainPairs} and {@code PlainComposition} are the costs of steps.
 *   <li>{@code PlainSurvival} and {@code PlainSmoothedMixing} are about forgotten starts.
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
