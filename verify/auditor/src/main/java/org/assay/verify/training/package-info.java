/**
 * Audits of trainings by planted records: whole runs by canaries, every step of one run by its
 * noisy gradients, and repeated runs with one canary.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link CanaryExperiment} runs a {@link CanaryExperiment.CanaryTraining} once with many
 *       canaries, each included by a fair coin. {@link OneRunReport} is its result. {@link
 *       OneRunGuesses.ScoredCanaries} and {@link GuessRule} turn scores of a training that ran
 *       elsewhere into {@link OneRunGuesses}.
 *   <li>{@link OneRunEvidence} is the test behind both: the probability, under a claim, of so many
 *       right guesses. {@code ApproximateTail} and {@code TradeoffTail} are its bounds, and {@link
 *       CanaryEvidence} holds the verdicts on claims. {@link CoinCheck} looks for coins that were
 *       not fair.
 *   <li>{@link InRunAudit} audits every {@link WhiteBoxTraining.GradientStep} of one run against a
 *       {@link StepClaim}. The audit gets the {@link Projection} of a step's release, and gives an
 *       {@link InRunReport}. {@code StepWealth} bets, {@code ThresholdPlanner} plans from {@code
 *       PastSteps}.
 *   <li>{@link RepeatedRuns} is the classic audit: many runs with the canary and without.
 *   <li>{@link WhiteBoxTraining} makes steps into mechanisms for {@link
 *       org.assay.verify.audit.Auditor}.
 * </ul>
 *
 * <pre>{@code
 * StepClaim claim = StepClaim.poissonSampledGaussian(0.25, 1, ADD_OR_REMOVE);
 * InRunAudit audit = InRunAudit.of(claim, ADD_OR_REMOVE, 1e-3, 7);
 * WhiteBoxTraining.GradientStep step =
 *     (withCanary, random) -> new double[] {(withCanary ? 1 : 0) + random.nextGaussian()};
 * System.out.println(audit.run(step, Projection.onto(1), 3000));
 * }</pre>
 *
 * <p>Proofs are in {@code doc-files}; {@code doc-files/one-run-audits.md} is the first to read.
 */
@NullMarked
package org.assay.verify.training;

import org.jspecify.annotations.NullMarked;
