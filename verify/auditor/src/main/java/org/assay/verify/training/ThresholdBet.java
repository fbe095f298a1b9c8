package org.assay.verify.training;

import org.assay.verify.internal.inference.Bet;
import org.assay.verify.internal.inference.Tally;

/**
 * A bet that guesses "canary in" from one threshold upward, and "canary out" from another downward.
 *
 * @param bet the line and the stakes
 * @param mirrored whether the thresholds are for the negative projection
 * @param from where "in" begins, inclusive
 * @param to where "out" ends, inclusive; below {@code from} if both stakes are above 0
 * @param growth cautious estimate of what the bet earns per step, in nats
 */
record ThresholdBet(Bet bet, boolean mirrored, double from, double to, double growth) {
  boolean isActive() {
    return bet.onLeft() > 0 || bet.onRight() > 0;
  }

  /** The tally of one step. */
  Tally tally(double projection, boolean coin) {
    double value = mirrored ? -projection : projection;
    if (bet.onLeft() > 0 && value >= from) {
      return coin ? new Tally(1, 0, 0, 0, 0) : new Tally(0, 1, 0, 0, 0);
    }
    if (bet.onRight() > 0 && value <= to) {
      return coin ? new Tally(0, 0, 0, 1, 0) : new Tally(0, 0, 1, 0, 0);
    }
    return new Tally(0, 0, 0, 0, 1);
  }
}
