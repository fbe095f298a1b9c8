/**
 * Statistical evidence of runs against a claim: wealth processes, exact bounds of probabilities,
 * and budgets of errors. A refutation by a wealth process is valid for every number of runs, and
 * for every rule of stopping.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link SupportingLine} is one linear consequence of a claim, and {@link SupportingLines}
 *       chooses the lines to bet against. {@link ClaimFamily} has the claims that differ from a
 *       given one in size only.
 *   <li>{@link Bet} is fixed before the runs, which a {@link Tally} counts. {@link WealthProcess}
 *       settles bets: if the claim is true, the wealth reaches 1/alpha with probability at most
 *       alpha. {@link WealthMixture} averages wealths.
 *   <li>{@link KellyCriterion} and {@link FractionalBettor} choose stakes; no proof rests on them.
 *   <li>{@link DivergenceBound}, {@link DivergenceBet} and {@link DivergenceKelly} do the same for
 *       claims that bound divergences. {@code RenyiRegion} has the lines that such bounds imply.
 *   <li>{@link BinomialBounds} are Clopper-Pearson bounds. {@link ErrorBudget} divides one error
 *       probability between several verdicts.
 * </ul>
 *
 * <pre>{@code
 * Guarantee claim = new Guarantee.Pure(0.5, ADD_OR_REMOVE);
 * SupportingLine line = SupportingLines.of(claim, 2).get(0);
 * Bet bet = new Bet(line, 0.5 * line.largestStake(), 0); // guesses "left", before the runs
 * WealthProcess wealth = new WealthProcess();
 * wealth.settle(bet, new Tally(90, 30, 0, 0, 80));
 * boolean refuted = wealth.logWealth() >= -Math.log(1e-3);
 * }</pre>
 */
@NullMarked
package org.assay.verify.internal.inference;

import org.jspecify.annotations.NullMarked;
