package org.assay.verify.internal.distinguish;

import org.assay.verify.internal.inference.Bet;
import org.assay.verify.internal.inference.Tally;

/**
 * A bet together with its two events, which are ranges of bins of one scorer.
 *
 * @param bet the line and the stakes
 * @param leftFrom first bin on which the bet guesses "left"
 * @param leftTo bin after the last bin with guess "left"
 * @param rightFrom first bin on which the bet guesses "right"
 * @param rightTo bin after the last bin with guess "right"
 * @param growth cautious estimate of the bet's growth rate, in nats per run
 */
public record PlannedBet(
    Bet bet, int leftFrom, int leftTo, int rightFrom, int rightTo, double growth) {

  /**
   * Whether the bet stakes anything.
   *
   * @return false if the bet abstains in every bin
   */
  public boolean isActive() {
    return bet.onLeft() > 0 || bet.onRight() > 0;
  }

  /**
   * Whether the event with the larger stake is the one on which the bet guesses "left".
   *
   * @return true for equal stakes
   */
  public boolean favoursLeft() {
    return bet.onLeft() >= bet.onRight();
  }

  /**
   * The first bin of the event with the larger stake.
   *
   * @return the bin
   */
  public int from() {
    return favoursLeft() ? leftFrom : rightFrom;
  }

  /**
   * The end of the event with the larger stake.
   *
   * @return the bin after the last one
   */
  public int to() {
    return favoursLeft() ? leftTo : rightTo;
  }

  /**
   * Counts the right and wrong guesses.
   *
   * @param counts runs that came after the bet was planned, by bin of the same scorer
   * @return the tally
   */
  public Tally tally(BinCounts counts) {
    long leftRight = counts.left(leftFrom, leftTo);
    long leftWrong = counts.right(leftFrom, leftTo);
    long rightRight = counts.right(rightFrom, rightTo);
    long rightWrong = counts.left(rightFrom, rightTo);
    long guesses = leftRight + leftWrong + rightRight + rightWrong;
    return new Tally(leftRight, leftWrong, rightRight, rightWrong, counts.total() - guesses);
  }
}
