/**
 * What is a claim of a paper, how is it judged, and what does a judgement hold? All papers of the
 * ledger are written with the types of this package.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link LedgerClaim} is a privacy statement of a {@link Paper}: its printed text, its proof,
 *       its {@link Judge} and perhaps an attack.
 *   <li>{@link Judgement} is the conclusion: a {@link Verdict}, the ratio of cost over claim, and a
 *       {@link Witness} for a refutation. {@link Picture} is what the claim's page draws.
 *   <li>{@link Family} has the instances of a claim, one for each {@link Point} of its {@link
 *       Parameter}s. {@link Comparison} holds cost against claim as enclosures; {@link Recheck}
 *       holds both once more, by arithmetic that shares no code with the enclosures.
 *   <li>{@link WorstCase} is the instance that a search of a family found.
 *   <li>{@link EmpiricalCheck} is a statistical attack on a claim. {@link BestTestRuns} says how
 *       many runs the best test needs.
 *   <li>{@link GaussianCost}, {@link Precise} and {@link Numbers} are helpers: costs of Gaussian
 *       releases, arithmetic for rechecks, and numbers as people read them.
 * </ul>
 *
 * <p>Example, the judgement of one claim with all its parts:
 *
 * <pre>{@code
 * ./assay ledger --claim A-L4.6
 * }</pre>
 */
@NullMarked
package org.assay.ledger.internal.claim;

import org.jspecify.annotations.NullMarked;
