/**
 * Privacy curves, their composition and their conversions to an epsilon, a delta or a trade-off.
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>Curves: {@link RdpCurve} over Rényi orders, {@link PrivacyProfile} over epsilons, {@link
 *       TradeoffCurve} over type I errors.
 *   <li>Conversions of Rényi curves: {@link RenyiConversion}, then {@code OrderMinimizer} for the
 *       best order and {@code LosslessConversion}.
 *   <li>Privacy loss distributions: {@link PrivacyLossDistribution}, and {@link DominatingPairs}
 *       for named mechanisms. {@code PairCounts} holds the composed pairs and their numbers of
 *       occurrences.
 *   <li>Composition of pairs: {@code OrderedProfile}, which convolves, {@code Refinement}, the mesh
 *       of one convolution after the other to an {@link Accuracy}, and {@code ProfileSweep}.
 *   <li>One pair for several: {@code WorstPair}, {@code ReplacedPair}. {@link
 *       org.assay.accountant.internal.loss.HitCounts} and {@code HitMixture} count the records of a
 *       unit in a sample, {@link org.assay.accountant.internal.loss.FullBatches} their batches.
 * </ol>
 *
 * <pre>{@code
 * RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.of(0, 0.01 * order)).times(50);
 * Enclosure epsilon = RenyiConversion.bestEpsilon(curve, 1e-6);
 * }</pre>
 */
@NullMarked
package org.assay.accountant.curve;

import org.jspecify.annotations.NullMarked;
