/**
 * Privacy of the last iterate of noisy gradient descent, when no other iterate is released. The
 * last iterate costs less than the composition of all steps.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link LastIterate} is the bound for every way of sampling. Its answers are certificates.
 *   <li>{@link NoisySgdBound} is the best of several arguments for random or full batches; {@link
 *       RandomBatchBound} its Rényi curve. {@link GradientDescentBound} is about cyclic batches,
 *       {@link LastIterateBound} about one pass.
 *   <li>{@code NoisySgdSearch}, {@code NoisySgdTradeoff}, {@code MixingSearch} and {@code
 *       RecouplingSearch} look for good parameters. Poor parameters make bounds larger, never
 *       wrong: {@code NoisySgdEvaluation} evaluates the theorem at the parameters that were found.
 *   <li>{@link LastIterateCertificate} holds the claim with the parameters. {@link
 *       LastIterateChecker} and {@link NoisySgdCertificateChecker} substitute them again.
 * </ul>
 *
 * <pre>{@code
 * NoisySgd run =
 *     NoisySgd.of(NoisySgdSampling.FULL_BATCH, REPLACE_ONE)
 *         .batches(1000, 1000)
 *         .steps(5000, 0.2)
 *         .noise(0.05)
 *         .lipschitzConstant(1)
 *         .diameter(1)
 *         .curvature(0, 1)
 *         .build();
 * LastIterateCertificate certificate = LastIterate.of(run).certifyEpsilon(1e-5);
 * }</pre>
 */
@NullMarked
package org.assay.accountant.iteration;

import org.jspecify.annotations.NullMarked;
