package org.assay.verify.internal.inference;

import java.util.stream.IntStream;

/**
 * A bettor who divides the wealth evenly among processes. Each process places a different fraction
 * of every stake. Too large stakes then do not lose the whole wealth.
 */
public final class FractionalBettor {
  /** The fractions of a stake. Not tuned. */
  private static final double[] FRACTIONS = {0.1, 0.25, 0.5, 1};

  /** The number of processes. */
  public static final int PROCESSES = FRACTIONS.length;

  private final WealthProcess[] processes =
      IntStream.range(0, PROCESSES)
          .mapToObj(i -> new WealthProcess())
          .toArray(WealthProcess[]::new);

  /** A bettor with wealth 1. */
  public FractionalBettor() {}

  /**
   * Settles a bet in every fraction.
   *
   * @param bet a bet fixed before the runs
   * @param tally the numbers of right and wrong guesses
   */
  public void settle(Bet bet, Tally tally) {
    for (int i = 0; i < PROCESSES; i++) {
      processes[i].settle(bet.times(FRACTIONS[i]), tally);
    }
  }

  /**
   * Settles a bet against divergences in every fraction.
   *
   * @param bet fixed before the runs
   * @param left runs on the left dataset, by cell
   * @param right runs on the right dataset, by cell
   */
  public void settle(DivergenceBet bet, long[] left, long[] right) {
    for (int i = 0; i < PROCESSES; i++) {
      processes[i].settle(bet.times(FRACTIONS[i]), left, right);
    }
  }

  /**
   * Adds the processes to an average.
   *
   * @param mixture the average
   * @param weight weight of all processes together, above 0; each gets the same part
   */
  public void includeIn(WealthMixture mixture, double weight) {
    for (WealthProcess process : processes) {
      mixture.include(weight / PROCESSES, process.logWealth());
    }
  }
}
