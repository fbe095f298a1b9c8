/**
 * Are the privacy claims of [@AltschulerTalwar2022] true with their printed constants? Paper C is
 * about the last iterate of noisy gradient descent, whose privacy loss stops growing.
 *
 * <p>{@link PaperCClaims} lists all claims. The other classes follow the sections of the paper:
 *
 * <ul>
 *   <li>{@code RenyiLemmas}: section 2, facts about Rényi divergences. {@code SampledStep} is the
 *       paper's divergence of a sampled Gaussian.
 *   <li>{@code IterationClaims}: amplification by iteration, Propositions 2.17, 3.2 and 5.6.
 *   <li>{@code UpperBoundTheorem}: Theorem 3.1. {@code SamplingDirection}: bounds (3.6) and (5.3).
 *       {@code GradientDescentClaims}: steps whose batch is not subsampled.
 *   <li>{@code ReplacedStep} is one step of noisy SGD on a segment, a lower bound on a Rényi
 *       divergence.
 *   <li>{@code LowerBoundClaims}: section 4 and appendix A.4. {@code DriftingWalks} is a proved
 *       lower bound by two walks, see {@code doc-files/lower-bound.md}.
 * </ul>
 *
 * <p>Example:
 *
 * <pre>{@code
 * ./assay ledger --claim C-T3.1
 * }</pre>
 */
@NullMarked
package org.assay.ledger.internal.paperc;

import org.jspecify.annotations.NullMarked;
