/**
 * Are the privacy claims of [@BassilyGuzmanNandi2021] true with their printed constants? Paper E is
 * about optimization in norms other than the Euclidean one.
 *
 * <p>{@link PaperEClaims} lists all claims. The other classes follow the sections of the paper:
 *
 * <ul>
 *   <li>{@code CompositionClaims}: Lemma 2, advanced composition. {@code NormClaims}: section 2,
 *       the constants of norms.
 *   <li>{@code PolyhedralClaims}: section 3. {@code FrankWolfeClaims}: section 5.2.
 *   <li>{@code GeneralizedGaussianClaims}: section 4, the generalized Gaussian mechanism.
 *   <li>{@code MirrorClaims}: sections 5.1 and 6, mirror descent. {@code DrawnStep} is one step on
 *       records drawn with replacement. {@link ManyDrawnSteps}, {@code NoiseMarginal} and {@code
 *       SmoothNormSteps} bound many such steps ({@code doc-files/drawn-steps.md}).
 *   <li>{@code MirrorAttack} and {@code Pairs}: attacks on the running algorithms, and their
 *       datasets.
 * </ul>
 *
 * <p>Example:
 *
 * <pre>{@code
 * ./assay ledger --claim E-T10
 * }</pre>
 */
@NullMarked
package org.assay.ledger.internal.papere;

import org.jspecify.annotations.NullMarked;
