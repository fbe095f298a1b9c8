package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

class TreeLearnerTest {
  /** Every coordinate, and every one less another, has the same law on both sides. */
  private static Outcome exclusiveOr(boolean left, Random random) {
    double[] values = random.doubles(6, -1, 1).toArray();
    boolean agree = random.nextInt(10) < 9;
    double sign = left == agree ? 1 : -1;
    values[4] = sign * Math.signum(values[1]) * Math.abs(values[4]);
    return Outcome.of(values);
  }

  private static Outcome nothing(boolean left, Random random) {
    return Outcome.of(random.doubles(4).toArray());
  }

  @Test
  void seesASignThatOnlyTwoCoordinatesTogetherGiveAway() {
    OutcomeTable past = Planted.table(1, 1200, TreeLearnerTest::exclusiveOr);
    Scorer trees = TreeLearner.fit(past);
    // A bettor who knows the law earns ln(1 + 0.72/e) on nine of ten runs, 0.16 on average.
    assertTrue(Planted.growth(trees, past, 2, 2000, TreeLearnerTest::exclusiveOr) > 50);
    assertTrue(Planted.event(trees, past).contains("coordinate 2"));
    assertTrue(Planted.event(trees, past).contains("coordinate 5"));
  }

  /**
   * Under no leak the counts of the past are those of fair coins, up to the dependence of cuts on
   * both halves: below 100 ranges beyond 6.5 standard errors, 1e-8. The rows that trees were fitted
   * to would show far more.
   */
  @Test
  void pastCountsAreNotFlattered() {
    OutcomeTable past = Planted.table(5, 1000, TreeLearnerTest::nothing);
    Scorer trees = TreeLearner.fit(past);
    assertEquals(1000, trees.countPast(past).total());
    assertTrue(Planted.clearest(trees.countPast(past)) < 6.5);
    assertTrue(Planted.clearest(BinCounts.of(trees, past, 0)) > 8);
  }

  @Test
  void fewRowsAreNotWorthTrees() {
    OutcomeTable past = Planted.table(6, 100, TreeLearnerTest::exclusiveOr);
    assertEquals(1, TreeLearner.fit(past).bins());
  }

  @Test
  void wordsAloneLeaveNothingToAsk() {
    OutcomeTable past = Planted.table(7, 500, (left, random) -> Outcome.of(left ? "a" : "b"));
    assertEquals(1, TreeLearner.fit(past).bins());
  }
}
