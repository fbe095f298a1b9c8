package org.assay.verify.audit;

import java.util.List;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * What an audit's budget could have found, computed from the claim, the number of pairs and the
 * budget alone. It holds for a mechanism whose outputs on one of these pairs differ as much as
 * those of the reference. How much a mechanism leaks on pairs that were not tried it does not tell:
 * a larger violation that no pair shows is not found, whatever the budget. The figures of an
 * oracle, which knows the best event and its probabilities, are a limit that no audit with these
 * bets passes on average. The others are the expected course of an audit that knows the event but
 * estimates its probabilities from its own runs, spread over all pairs with one of them telling;
 * having to find the event among many costs more.
 *
 * <p>Rényi and zero-concentrated claims are tried by bets on divergences as well, which often need
 * far fewer runs. Violations are those that either kind of bets finds; divergences are reckoned
 * with in 32 cells of the outcomes and, for audits that learn, to second order. A mechanism that
 * names its dataset has two outcomes, and there no bet on a divergence does better than one on the
 * best line.
 *
 * @param runsForLeak runs after which an oracle refutes a mechanism whose output names the dataset
 * @param smallestViolation smallest true value, in the currency of the lower bound, that an oracle
 *     refutes with the whole budget; infinite if none was found
 * @param learningRunsForLeak runs after which a learning audit refutes the same leak; {@link
 *     Long#MAX_VALUE} if it is out of reach
 * @param learningViolation smallest true value that a learning audit refutes with the whole budget;
 *     infinite if none was found
 * @param runsForFactor runs after which a learning audit refutes {@link #FACTOR} times the claimed
 *     value; {@link Long#MAX_VALUE} if it is out of reach
 * @param reference the family of mechanisms those values belong to
 */
public record Power(
    long runsForLeak,
    double smallestViolation,
    long learningRunsForLeak,
    double learningViolation,
    long runsForFactor,
    String reference) {
  /** Violations by this factor are asked about in every audit. */
  public static final double FACTOR = 1.2;

  /**
   * The smallest violation that bets on events find, without bets on divergences, in words: in a
   * training in each of whose steps the canary shows as much.
   *
   * @param claim the claim
   * @param lines what it implies and bets are made against, at least one
   * @param steps how many steps there are
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
