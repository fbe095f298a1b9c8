/**
 * Are the privacy claims of [@MenartEtAl2023] true with their printed constants? Paper D is about
 * optimization under the KL condition.
 *
 * <p>{@link PaperDClaims} lists all claims. The other classes follow the algorithms of the paper:
 *
 * <ul>
 *   <li>{@code ConversionClaims}: conversions between notions of privacy.
 *   <li>{@code SpiderClaims}: section 3 and appendix B.1, KL Spider. {@code SpiderDirection} is an
 *       instance of one round. {@code SpiderTranscript} and {@code SpiderOutput} follow from it:
 *       what all measurements cost, and what the released point costs alone ({@code
 *       doc-files/spider-output.md}).
 *   <li>{@code AdaptiveListing} and {@code AdaptiveTheorem}: Lemma 10 and Theorem 3 about Algorithm
 *       3. {@code ListedDescent}, {@code MeasuredNorms} and {@code NegativeNorms} are instances of
 *       Algorithm 3 for these claims.
 *   <li>{@code SelectionClaims}: Theorem 5. {@code SolverClaims}: section 4 and appendix E.
 *   <li>{@code BinnedDivergence} is a lower bound on a divergence by data processing. {@code Pairs}
 *       has the neighbouring datasets on which the algorithms are attacked.
 * </ul>
 *
 * <p>Example:
 *
 * <pre>{@code
 * ./assay ledger --claim D-T3
 * }</pre>
 */
@NullMarked
package org.assay.ledger.internal.paperd;

import org.jspecify.annotations.NullMarked;
