package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FractionalBettorTest {
  @Test
  void wealthIsTheAverageOverTheFractions() {
    SupportingLine line = new SupportingLine(0, 1, 0);
    FractionalBettor bettor = new FractionalBettor();
    // Even odds and no delta: a right guess multiplies wealth by 1 + s, a wrong one by 1 - s.
    bettor.settle(new Bet(line, 0.8, 0), new Tally(2, 1, 0, 0, 5));
    double sum = 0;
    for (double stake : new double[] {0.08, 0.2, 0.4, 0.8}) {
      sum += (1 + stake) * (1 + stake) * (1 - stake);
    }
    WealthMixture mixture = new WealthMixture();
    bettor.includeIn(mixture, 1);
    assertEquals(Math.log(sum / 4), mixture.logWealth(), 1e-14);
  }

  @Test
  void processesShareTheBettorsWeight() {
    WealthMixture mixture = new WealthMixture();
    new FractionalBettor().includeIn(mixture, 3);
    mixture.include(1, Math.log(9));
    // Three parts of wealth 1 and one part of wealth 9.
    assertEquals(Math.log(3), mixture.logWealth(), 1e-14);
    assertEquals(4, FractionalBettor.PROCESSES);
  }
}
