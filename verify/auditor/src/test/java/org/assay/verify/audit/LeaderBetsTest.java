package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;
import org.junit.jupiter.api.Test;

class LeaderBetsTest {
  private static final SupportingLine LINE = new SupportingLine(1, Rounding.expUp(1), 0);

  /** Bin 0 looks as if it betrayed the left dataset. */
  private static final List<BinCounts> PROMISING =
      List.of(BinCounts.of(new long[] {90, 10}, new long[] {10, 90}));

  private static LeaderBets planned(int pairs) {
    LeaderBets bets = new LeaderBets(List.of(LINE), pairs);
    for (int pair = 0; pair < pairs; pair++) {
      bets.plan(pair, PROMISING);
    }
    return bets;
  }

  private static double logWealth(LeaderBets bets) {
    WealthMixture mixture = new WealthMixture();
    bets.includeIn(mixture, 1);
    return mixture.logWealth();
  }

  /** So many runs of one kind: in a bin, from a side. */
  private static List<BinCounts> runs(int bin, boolean left, long count) {
    long[] these = new long[2];
    these[bin] = count;
    long[] none = new long[2];
    return List.of(left ? BinCounts.of(these, none) : BinCounts.of(none, these));
  }

  private static List<BinCounts> runs(int outcome) {
    return runs(outcome / 2, outcome % 2 == 0, 1);
  }

  /** The law of a mechanism for which the claim holds with equality. */
  private static double probability(int outcome) {
    double truth = Math.E / (1 + Math.E);
    boolean right = outcome / 2 == outcome % 2;
    return (right ? truth : 1 - truth) / 2;
  }

  @Test
  void wealthIsExpectedToStayWhileTheClaimHoldsOnEveryPair() {
    double expected = 0;
    for (int first = 0; first < 4; first++) {
      for (int second = 0; second < 4; second++) {
        for (int third = 0; third < 4; third++) {
          LeaderBets bets = planned(2);
          bets.settle(0, runs(first));
          bets.settle(1, runs(second));
          bets.settle(0, runs(third));
          double weight = probability(first) * probability(second) * probability(third);
          expected += weight * Math.exp(logWealth(bets));
        }
      }
    }
    assertEquals(1, expected, 1e-9);
  }

  @Test
  void evidenceOfOnePairSurvivesWhatChanceTakesOnTheOthers() {
    int pairs = 32;
    LeaderBets bets = planned(pairs);
    bets.settle(0, runs(0, true, 200));
    double alone = logWealth(bets);
    for (int pair = 1; pair < pairs; pair++) {
      bets.settle(pair, runs(0, false, 1000));
    }
    // The part that bets one in so many of the wealth on each pair stays, less a factor e.
    double part = Math.log(3) + Math.log(pairs) + 1;
    assertTrue(logWealth(bets) >= alone - part, logWealth(bets) + " after " + alone);
  }

  @Test
  void evidenceOfAllPairsMultiplies() {
    LeaderBets bets = planned(32);
    LeaderBets single = planned(1);
    for (int pair = 0; pair < 32; pair++) {
      bets.settle(pair, runs(0, true, 10));
    }
    single.settle(0, runs(0, true, 10));
    assertEquals(32 * logWealth(single), logWealth(bets), Math.log(3) + 1e-9);
  }

  @Test
  void nothingIsStakedWhereNothingLooksPromising() {
    LeaderBets bets = new LeaderBets(List.of(LINE), 3);
    List<BinCounts> equal = List.of(BinCounts.of(new long[] {50, 50}, new long[] {50, 50}));
    Collections.nCopies(3, equal).forEach(past -> bets.plan(1, past));
    bets.settle(1, runs(0, false, 1000));
    assertEquals(0, logWealth(bets), 1e-12);
  }
}
