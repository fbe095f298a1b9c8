package org.assay.verify.internal.inference;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * A bet against one {@link SupportingLine}, fixed before the runs on which it is settled.
 *
 * <p>Each run tosses a fair coin and runs the mechanism on the left dataset (distribution P) or on
 * the right one (distribution Q). Two disjoint events S and T are named in advance. On S the bet
 * guesses "left" with stake u, on T it guesses "right" with stake v; otherwise it abstains. With
 * odds E, delta d and cost {@code c = (u + v) d/2}, a run multiplies the wealth by
 *
 * <pre>
 *    1 + u - c    guess "left", right        1 - E u - c   guess "left", wrong
 *    1 + v - c    guess "right", right       1 - E v - c   guess "right", wrong
 *    1 - c        no guess
 * </pre>
 *
 * <p>Under the claim the expected factor, given the past, is {@code 1 + u (P(S) - E Q(S) - d)/2 + v
 * (Q(T) - E P(T) - d)/2 ≤ 1}. E and d are upper bounds, which only lowers every factor. {@link
 * #logGrowth} rounds each logarithm, product and sum down. The computed wealth therefore never
 * exceeds a process with expectation at most 1. The full argument is in <code>
 * doc-files/coin-e-process.md
 * </code>.
 *
 * @param line the line bet against
 * @param onLeft stake u, at least 0
 * @param onRight stake v, at least 0
 */
public record Bet(SupportingLine line, double onLeft, double onRight) {
  /**
   * Checks the stakes.
   *
   * @throws IllegalArgumentException if a stake is negative or large enough to lose everything
   */
  public Bet {
    Parameters.requireNonNegative("onLeft", onLeft);
    Parameters.requireNonNegative("onRight", onRight);
    double worst = wrong(line, Math.max(onLeft, onRight), cost(line, onLeft, onRight));
    if (!(worst > -1)) {
      throw new IllegalArgumentException(
          "stakes were " + onLeft + " and " + onRight + ": a lost bet must leave some wealth");
    }
  }

  /**
   * This bet with both stakes scaled down.
   *
   * @param fraction in [0, 1]
   * @return the smaller bet
   */
  public Bet times(double fraction) {
    Parameters.requireProbability("fraction", fraction);
    return new Bet(line, onLeft * fraction, onRight * fraction);
  }

  /**
   * Growth of the wealth on runs that were unknown when the bet was fixed.
   *
   * @param tally the numbers of right and wrong guesses
   * @return a lower bound of the sum of the logarithms of the factors
   */
  public double logGrowth(Tally tally) {
    double cost = cost(line, onLeft, onRight);
    double sum = 0;
    sum = add(sum, tally.leftRight(), Rounding.subtractDown(onLeft, cost));
    sum = add(sum, tally.leftWrong(), wrong(line, onLeft, cost));
    sum = add(sum, tally.rightRight(), Rounding.subtractDown(onRight, cost));
    sum = add(sum, tally.rightWrong(), wrong(line, onRight, cost));
    return add(sum, tally.abstentions(), -cost);
  }

  private static double add(double sum, long count, double gain) {
    if (count == 0 || gain == 0) {
      return sum;
    }
    double term = Rounding.multiplyDown((double) count, Rounding.log1pDown(gain));
    return Rounding.addDown(sum, term);
  }

  private static double wrong(SupportingLine line, double stake, double cost) {
    return -Rounding.addUp(Rounding.multiplyUp(line.odds(), stake), cost);
  }

  private static double cost(SupportingLine line, double onLeft, double onRight) {
    return Rounding.multiplyUp(Rounding.addUp(onLeft, onRight), line.delta() / 2);
  }
}
