/**
 * Audits of privacy claims. From a claim, a mechanism and adjacent datasets, the auditor finds a
 * verdict. A true claim is refuted with probability at most the error probability.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link Auditor} has the settings; {@link AuditReport} has the {@link Verdict}, the {@link
 *       Witness} and the {@link LowerBound}. {@link StagedAuditor} puts the checks of the package
 *       {@code replay} before the bets.
 *   <li>{@code AuditSession} is one audit under way: batches of trials, each scored, settled and
 *       then learned from. {@code PairState} is the state of one pair, and {@code Allocation}
 *       spreads a batch over the pairs.
 *   <li>{@code ClaimBets} averages the wealth of all bettors against the claim: {@code LeaderBets},
 *       {@code IndividualBets} and {@code DivergenceBets}. {@code BoundSearch} bets against every
 *       member of the claim's family, which gives the lower bound.
 *   <li>{@link AuditReport.Power} holds the violations that a budget could have found. {@code
 *       PowerCheck} and {@code LearningCourse} compute these with a {@code ReferenceMechanism}.
 *   <li>{@link Checkpoint} is a state to show. {@code CheckpointFile} keeps the observations, so
 *       that an audit that was killed can continue.
 * </ul>
 *
 * <pre>{@code
 * Mechanism<List<Double>> count =
 *     Mechanism.ofScalar((records, random) -> records.size() + random.nextGaussian());
 * AuditReport report =
 *     Auditor.of(new Guarantee.Gaussian(0.5, ADD_OR_REMOVE))
 *         .seed(7)
 *         .audit(count, List.of(ListPairs.addOne(List.of(0.2), 1.0)));
 * System.out.println(report); // claim, verdict, runs, lower bound, witness
 * }</pre>
 */
@NullMarked
package org.assay.verify.audit;

import org.jspecify.annotations.NullMarked;
