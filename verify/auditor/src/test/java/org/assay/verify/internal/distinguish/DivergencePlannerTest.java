package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.DivergenceBet;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceBounds;
import org.junit.jupiter.api.Test;

class DivergencePlannerTest {
  private static final List<DivergenceBound> BOUNDS =
      DivergenceBounds.of(new Guarantee.ZeroConcentrated(0.1, AdjacencyRelation.ADD_OR_REMOVE));
  private static final DivergencePlanner PLANNER = new DivergencePlanner(0);

  /** A leak of log 9 in every run, both ways. */
  private static final BinCounts LEAK =
      BinCounts.of(new long[] {900, 0, 100}, new long[] {100, 0, 900});

  @Test
  void betsOnWhatWasSeen() {
    DivergencePlanner.Prospect prospect = PLANNER.look(BOUNDS, LEAK);
    assertTrue(prospect.rate() > 0);
    PlannedDivergence plan = PLANNER.plan(prospect, LEAK).orElseThrow();
    assertTrue(plan.growth() > 0.19, "growth " + plan.growth());
    double seen = plan.bet().logGrowth(new long[] {900, 0, 100}, new long[] {100, 0, 900}) / 2000;
    assertEquals(plan.growth(), seen, 0.1 * seen, "what is promised is what comes");
    assertTrue(plan.bet().logGrowth(new long[] {100, 0, 900}, new long[] {900, 0, 100}) < 0);
  }

  @Test
  void moreCautionPromisesLess() {
    DivergencePlanner.Prospect prospect = PLANNER.look(BOUNDS, LEAK);
    double before = PLANNER.rate(prospect, LEAK);
    assertEquals(prospect.rate(), before, 1e-12);
    for (double caution : new double[] {1, 2, 4}) {
      double rate = new DivergencePlanner(caution).rate(prospect, LEAK);
      assertTrue(rate < before, caution + ": " + rate);
      before = rate;
    }
  }

  @Test
  void staysOutWhereNothingShows() {
    BinCounts nothing = BinCounts.of(new long[] {500, 520, 480}, new long[] {510, 500, 490});
    DivergencePlanner.Prospect prospect = PLANNER.look(BOUNDS, nothing);
    assertEquals(DivergencePlanner.Prospect.NONE, prospect);
    assertEquals(Optional.empty(), PLANNER.plan(prospect, nothing));
    assertEquals(0, PLANNER.look(BOUNDS, BinCounts.of(new long[1], new long[1])).rate());
    assertEquals(0, PLANNER.look(List.of(), LEAK).rate());
  }

  /** However one-sided the past was, no outcome takes everything. */
  @Test
  void everyBinLeavesSomeWealth() {
    BinCounts extreme = BinCounts.of(new long[] {5000, 1, 0, 0}, new long[] {0, 0, 1, 5000});
    PlannedDivergence plan = PLANNER.plan(PLANNER.look(BOUNDS, extreme), extreme).orElseThrow();
    for (int bin = 0; bin < 4; bin++) {
      long[] one = new long[4];
      one[bin] = 1;
      assertTrue(worst(plan.bet(), one) > Math.log(0.04), "bin " + bin);
    }
  }

  private static double worst(DivergenceBet bet, long[] one) {
    long[] none = new long[one.length];
    return Math.min(bet.logGrowth(one, none), bet.logGrowth(none, one));
  }
}
