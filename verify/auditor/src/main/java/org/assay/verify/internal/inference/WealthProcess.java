package org.assay.verify.internal.inference;

import org.assay.accountant.numeric.Rounding;

/**
 * The wealth of one bettor who starts with 1 and bets against a claim. Under the claim its
 * expectation never exceeds 1, even if bets, pairs of datasets and the moment to stop are chosen
 * from the past. By Ville's inequality ([@Ville1939]) the wealth ever reaches {@code 1/alpha} with
 * probability at most alpha.
 */
public final class WealthProcess {
  private double logWealth;

  /** Starts with wealth 1. */
  public WealthProcess() {}

  /**
   * Settles a bet on runs that came after the bet was fixed.
   *
   * @param bet the bet
   * @param tally the numbers of right and wrong guesses
   */
  public void settle(Bet bet, Tally tally) {
    logWealth = Rounding.addDown(logWealth, bet.logGrowth(tally));
  }

  /**
   * Settles a bet against divergences on runs that came after the bet was fixed.
   *
   * @param bet the bet
   * @param left runs on the left dataset, by cell
   * @param right runs on the right dataset, by cell
   */
  public void settle(DivergenceBet bet, long[] left, long[] right) {
    logWealth = Rounding.addDown(logWealth, bet.logGrowth(left, right));
  }

  /**
   * The wealth.
   *
   * @return a lower bound of the natural logarithm of the wealth
   */
  public double logWealth() {
    return logWealth;
  }

  /** The logarithm of the wealth. */
  @Override
  public String toString() {
    return "wealth e^" + logWealth();
  }
}
