package org.assay.verify.audit;

import java.util.List;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * What an audit with this claim, budget and number of pairs can find; the figures need no run. They
 * hold for a mechanism whose outputs, on one of the tried pairs, differ as much as those of the
 * reference. They say nothing of other pairs: a larger violation that no tried pair shows is not
 * found, whatever the budget.
 *
 * <p>The oracle's figures assume that the best event and its probabilities are known. No audit with
 * these bets does better on average. The other figures are the expected course of an audit that
 * knows the event and estimates its probabilities. Its runs are spread over all pairs, one of which
 * leaks. Finding the event among many costs more.
 *
 * <p>Rényi and zero-concentrated claims are also tried by bets on divergences, which often need far
 * fewer runs. The figures take the better kind of bet. Divergences are computed in 32 cells of the
 * outcomes and, for audits that learn, to second order. A mechanism that names its dataset has two
 * outcomes; there the best line does as well as any divergence.
 *
 * @param runsForLeak runs after which an oracle refutes a mechanism whose output names the dataset
 * @param smallestViolation smallest true value, in the currency of the lower bound, that an oracle
 *     refutes with the whole budget; infinite if none was found
 * @param learningRunsForLeak runs after which an audit that learns refutes the same leak; {@link
 *     Long#MAX_VALUE} if out of reach
 * @param learningViolation smallest true value that an audit that learns refutes with the whole
 *     budget; infinite if none was found
 * @param runsForFactor runs after which an audit that learns refutes {@link #FACTOR} times the
 *     claimed value; {@link Long#MAX_VALUE} if out of reach
 * @param reference the family of mechanisms that the values refer to
 */
public record Power(
    long runsForLeak,
    double smallestViolation,
    long learningRunsForLeak,
    double learningViolation,
    long runsForFactor,
    String reference) {
  /** Every audit reports how many runs refute a violation by this factor. */
  public static final double FACTOR = 1.2;

  /**
   * In words: the smallest violation that bets on events find, without bets on divergences, in a
   * training. The canary shows as much in each of its steps.
   *
   * @param claim the claim
   * @param lines the lines of the claim that are bet against, at least one
   * @param steps the number of steps
   * @param needed logarithm of the wealth that a single bettor needs, above 0
   * @return a verb and its object, to follow "a step that"
   */
  public static String smallestFoundBySteps(
      Guarantee claim, List<SupportingLine> lines, long steps, double needed) {
    return new PowerCheck(claim, lines, List.of()).smallestFound(steps, needed);
  }

  /**
   * The smallest violation that is found, in words.
   *
   * @param currency what the values mean
   * @return a verb and its object, to follow "a mechanism that"
   */
  public String smallestFound(String currency) {
    return found(reference, currency, learningViolation);
  }

  static String found(String reference, String currency, double value) {
    return Double.isInfinite(value)
        ? "names its dataset"
        : "differs as much as a "
            + (reference + " of " + currency + " ")
            + Decimals.BY_SIZE.up(value);
  }
}
