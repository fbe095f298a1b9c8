/**
 * Are the privacy claims of [@FeldmanKorenTalwar2020] true with their printed constants? Paper A is
 * about amplification by iteration, Snowball-SGD and localization.
 *
 * <p>{@link PaperAClaims} lists all claims. The other classes follow the sections of the paper:
 *
 * <ul>
 *   <li>{@code ConversionLemmas}: sections 1 and 2, conversions and composition.
 *   <li>{@code IterationTheorems}: section 2, amplification by iteration.
 *   <li>{@code DescentTheorem}: section 3.1.
 *   <li>{@code SnowballTheorems}: section 3.3 and Theorem 5.4. {@code LiteralSchedules} takes the
 *       schedules as their text is typeset, and {@code RecordCounts} counts the records they use.
 *       {@code SegmentWalk} is a certified lower bound for both: a walk on a segment.
 *   <li>{@code GaussianLemmas}: section 4, one Gaussian release. {@code RegularizedMinimization}:
 *       Lemma 4.7. {@code LocalizationClaims}: sections 4.1 and 5.
 *   <li>{@code AveragedIterates}: section 6, averages are not amplified.
 *   <li>{@code Pairs}: neighbouring datasets on which the algorithms are attacked.
 * </ul>
 *
 * <p>Example:
 *
 * <pre>{@code
 * ./assay ledger --claim A-T3.1
 * }</pre>
 */
@NullMarked
package org.assay.ledger.internal.papera;

import org.jspecify.annotations.NullMarked;
