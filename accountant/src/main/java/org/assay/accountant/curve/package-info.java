/**
 * Privacy curves, their composition and their conversions. The package answers: what does a curve,
 * alone or composed, imply as an epsilon, a delta or a trade-off?
 *
 * <p>Classes in reading order:
 *
 * <ol>
 *   <li>Curves: {@link RdpCurve} over Rényi orders, {@link PrivacyProfile} over epsilons, {@link
 *       TradeoffCurve} over type I errors.
 *   <li>Conversions of Rényi curves: {@link RenyiConversion}, then {@code OrderMinimizer} for the
 *       best order and {@code LosslessConversion}.
 *   <li>Privacy loss distributions: {@link PrivacyLossDistribution}, {@link DominatingPairs}, and
 *       {@code OrderedPair}, the interface of a dominating pair with one class for each kind of
 *       pair.
 *   <li>Composition of pairs on a lattice: {@code OrderedProfile}, {@code Discretization} (laws
 *       above and below a pair), {@code LatticeComposition} (their convolution), {@code
 *       SaddlePoint} (the choice of mesh and tilt).
 *   <li>Pairs made from bounds of a profile: {@code ProfilePair}, {@code WorstPair}, {@code
 *       ReplacedPair}.
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
