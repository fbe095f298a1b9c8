/**
 * Amplification by iteration ([@FeldmanKorenTalwar2020]): spreads the shifts of two contractive
 * noisy iterations over their noise at least cost.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link NoisyIteration} is one step and {@link IterationSchedule} all steps, stored as
 *       repeated {@code Stretch}es.
 *   <li>{@link AmplificationByIteration} finds the cheapest allocation. {@code HullBuilder} feeds
 *       the schedule to a {@code Hull}, the greatest convex minorant of noise and shift, whose
 *       slopes are the rates of absorption. {@code StartSearch} and {@code StartScan} choose the
 *       step from which a bounded distance is absorbed.
 *   <li>{@code Certifier} turns the hull into a {@link ShiftAllocation}: {@code BackwardSums} adds
 *       up every segment with rounding to the safe side. {@code DualBound} is the lower end.
 *   <li>{@link AllocationCertificate} is the claim with its {@link AllocationRun}s; {@link
 *       AllocationChecker} substitutes them and searches for nothing.
 * </ul>
 */
@NullMarked
package org.assay.accountant.internal.iteration.allocation;

import org.jspecify.annotations.NullMarked;
