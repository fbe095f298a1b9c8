/**
 * Learns events that tell the two datasets of a pair apart, from past outcomes only. A bet on the
 * next runs is therefore fixed before anybody sees these runs. No proof rests on the learned
 * events: poor learning costs power, never soundness.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link PairLearner} learns for one pair. Every batch of trials is scored by scorers fitted
 *       before the batch ({@link ScoredTrials}), and learned from only afterwards. {@link
 *       LearningMemory} limits the number of stored outcomes.
 *   <li>{@code FeatureLayout} turns an outcome into a row of numbers, and {@code OutcomeTable}
 *       stores rows. {@code TextColumns}, {@code VectorSummary} and {@code FloatingPoint} make
 *       particular columns. {@code SummarizedRuns} remembers tails and recurring values of all
 *       runs.
 *   <li>{@code Scorer} is the result of a learner's fit: a map from outcomes to numbered bins. The
 *       learners are {@code FeatureLearner} (one column), {@code FrequencyLearner} (cells by
 *       frequency), {@code LogisticLearner}, {@code TreeLearner} and {@code RecurrenceLearner}.
 *       {@code TailLearner} looks for rare events when the memory is full.
 *   <li>{@link BinCounts} counts past runs by bin and dataset.
 *   <li>{@link BetPlanner} and {@link DivergencePlanner} turn counts into a {@link PlannedBet} or a
 *       {@link PlannedDivergence}.
 * </ul>
 *
 * <p>"Not tuned" at a constant means: chosen by hand, and no benchmark was used to choose the
 * value. Two programs of {@code verify/bench} guard all constants together. The scoreboard counts
 * the runs until a broken mechanism is refuted; the overhead benchmark measures the time of
 * learning.
 *
 * <pre>{@code
 * import org.assay.verify.internal.inference.SupportingLines;
 *
 * BinCounts past = BinCounts.of(new long[] {10, 70, 20}, new long[] {30, 60, 10});
 * Guarantee claim = new Guarantee.Pure(0.5, ADD_OR_REMOVE);
 * BetPlanner planner = new BetPlanner(1); // takes one standard error off its estimates
 * PlannedBet bet = planner.plan(SupportingLines.of(claim, 2).get(0), past);
 * }</pre>
 */
@NullMarked
package org.assay.verify.internal.distinguish;

import org.jspecify.annotations.NullMarked;
