package org.assay.verify.internal.distinguish;

import org.assay.verify.internal.inference.DivergenceBet;
import org.assay.verify.internal.inference.FractionalBettor;

/**
 * A bet against divergences in the bins of one scorer.
 *
 * @param bet stakes, and the logarithm of a likelihood ratio for every bin
 * @param growth cautious estimate of the bet's growth rate, in nats per run
 */
public record PlannedDivergence(DivergenceBet bet, double growth) {
  /**
   * Settles the bet.
   *
   * @param bettor whose wealth is at stake
   * @param fresh runs that came after the bet was planned, by bin of the same scorer
   */
  public void settle(FractionalBettor bettor, BinCounts fresh) {
    long[] left = new long[fresh.bins()];
    long[] right = new long[fresh.bins()];
    for (int bin = 0; bin < left.length; bin++) {
      left[bin] = fresh.left(bin);
      right[bin] = fresh.right(bin);
    }
    bettor.settle(bet, left, right);
  }
}
