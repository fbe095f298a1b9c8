/**
 * Trials: runs of a mechanism on one of two neighbouring datasets, and their outcomes. Every trial
 * has a coin and a generator of its own.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link Mechanism} is an algorithm under audit. {@link AdjacentPair} is two neighbouring
 *       datasets, and {@link ListPairs} makes pairs of lists. {@link Outcome} is the observable
 *       result of one run. {@link BatchMechanism} is asked for many runs at once.
 *   <li>{@link TrialRunner} runs trials: trial t derives its coin and its generator ({@code
 *       TrialRandom}) from the seed and t alone. {@link TrialBatch} is the result; {@link
 *       TrialPlan.BatchShare} and {@link TrialPlan.TrialRange} are trials that belong together.
 *       {@code RunClock} interrupts runs that take too long.
 *   <li>{@link OutputPrecision} measures the precision of outputs, and {@link RoundedOutputs}
 *       rounds outputs.
 *   <li>A cluster runs the same trials elsewhere. {@link TrialCluster} opens a {@link TrialSession}
 *       for a {@link TrialPlan}, and {@link TrialWorker} runs it on the other machine, where a
 *       {@link TrialRecipe} makes the {@link TrialSubject}. {@code RemoteTrials} compares a few
 *       trials first. {@link TrialCodec}, {@code WrittenClasses} and {@code ExpectedClasses} write
 *       and read the bytes.
 * </ul>
 *
 * <pre>{@code
 * Mechanism<List<Double>> count =
 *     Mechanism.ofScalar((records, random) -> records.size() + random.nextGaussian());
 * AdjacentPair<List<Double>> pair = ListPairs.addOne(List.of(0.2, 0.7), 1.0);
 * }</pre>
 */
@NullMarked
package org.assay.verify.trial;

import org.jspecify.annotations.NullMarked;
